/**
 * The name of the match condition that excludes plain renewals, in `manifests/base` and in exports.
 */
export const plainRenewalCondition = "not-a-plain-renewal";

export const longestRenewalStepSeconds = 3600;
export const keptMetadata = ["labels", "annotations", "ownerReferences", "finalizers"] as const;
