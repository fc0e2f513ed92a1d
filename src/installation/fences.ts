import { textAt, textsAt } from "../core/api/fields.ts";
import { fenceIn } from "../export/fence.ts";
import type { Fence, FenceMode } from "../policy/fence.ts";
import { objectsOf, type Snapshot, type SnapshotObject, unreadReason } from "./snapshot.ts";

/** A fence whose admission policy is in a cluster. */
export interface ListedFence {
  readonly fence: Fence;
  readonly policy: SnapshotObject;
  /** What its bindings do. A fence without a binding that warns or denies is off. */
  readonly mode: FenceMode | "off" | "not known";
}

/** Returns the fences in a snapshot, in the order of their names. */
export function fencesIn(snapshot: Snapshot): readonly ListedFence[] {
  return objectsOf(snapshot, "ValidatingAdmissionPolicy").flatMap((policy) => {
    const fence = fenceIn(policy.value);
    return fence === undefined ? [] : [{ fence, policy, mode: modeOf(policy, snapshot) }];
  });
}

function modeOf({ name }: SnapshotObject, snapshot: Snapshot): ListedFence["mode"] {
  const actions = objectsOf(snapshot, "ValidatingAdmissionPolicyBinding")
    .filter(({ value }) => textAt(value, "spec", "policyName") === name)
    .flatMap(({ value }) => textsAt(value, "spec", "validationActions"));
  if (actions.includes("Deny")) return "deny";
  if (actions.includes("Warn")) return "warn";
  return unreadReason(snapshot, "ValidatingAdmissionPolicyBinding") === undefined ? "off" : "not known";
}
