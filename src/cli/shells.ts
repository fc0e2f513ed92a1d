/** The shells that have a completion script. */
export const shells = ["bash", "zsh", "fish", "powershell"] as const;

/** A shell that has one. */
export type Shell = (typeof shells)[number];
