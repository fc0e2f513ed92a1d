/**
 * The name of the match condition that excludes plain renewals, in `manifests/base` and in exports.
 */
export const plainRenewalCondition = "not-a-plain-renewal";

/** The largest increase of renewTime in a plain renewal, in seconds. */
export const longestRenewalStepSeconds = 3600;

/** The fields of the metadata that a plain renewal keeps. */
export const keptMetadata = ["labels", "annotations", "ownerReferences", "finalizers"] as const;
