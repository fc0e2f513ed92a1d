import { type CelDefinition, celFinding } from "../cel/cel-rule.ts";

/**
 * True if the old acquireTime is later than the second in which kube-apiserver created the lease.
 */
const isAfterCreation =
  "oldObject.metadata.?creationTimestamp.optMap(created, type(created) == string && created < variables.oldAcquireTime.substring(0, 19)).orValue(false)";

export const cel: CelDefinition = celFinding(
  "spec.acquireTime",
  [
    "variables.acquireTime != '' && variables.oldAcquireTime != '' && variables.acquireTime != variables.oldAcquireTime",
    "variables.keepsHolder && !variables.isCoordinated && variables.oldIsHeld",
    "!variables.releasesAsHolder",
    `!(variables.acquireTime == variables.renewTime && variables.oldAcquireTime == variables.oldRenewTime && ${isAfterCreation})`,
  ].join(" && "),
);
