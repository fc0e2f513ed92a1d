/** The settings of an export that its user does not change. */
export const defaultExport = { name: "lease-guard", isStatic: false, hasRelations: false, failsClosed: false } as const;
