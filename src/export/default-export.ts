/** The settings of an export for which the user sets no flags. */
export const defaultExport = { name: "lease-guard", isStatic: false, hasRelations: false, failsClosed: false } as const;
