/** The match condition that skips plain renewals, in `manifests/base` and in exports. */
export const plainRenewalCondition = "not-a-plain-renewal";

/** The longest step of renewTime in a plain renewal, in seconds. */
export const longestRenewalStepSeconds = 3600;
