/**
 * The group that is exempt from every rule of the tiers protocol and policy. It has no members by
 * default. An administrator impersonates it for one write in an emergency.
 */
export const breakGlassGroup = "lease-guard:break-glass";
