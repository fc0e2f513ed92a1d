export const defaultExport = {
  name: "lease-guard",
  isStatic: false,
  hasRelations: false,
  failsClosed: false,
  isSplit: false,
} as const;
