import { required } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";

/**
 * If an updated LeaseCandidate has a pingTime, client-go dereferences renewTime without a nil
 * check. A pingTime without a renewTime therefore crashes the process. Each later update that keeps
 * these fields crashes the process again. The rule allows such an update only for an object in
 * deletion, because the update lets the deletion complete.
 */
export const rule: Rule = defineRule({
  id: "lease-candidate/ping-time-needs-renew-time",
  tier: "protocol",
  description: "pingTime must not be set without renewTime",
  kinds: ["LeaseCandidate"],
  operations: ["UPDATE"],
  check({ object, oldObject }) {
    if (!isPoisoned(object.spec)) return [];
    if (object.metadata.deletionTimestamp !== undefined && isPoisoned(oldObject.spec)) return [];
    return [required(["spec", "renewTime"], "must be set if pingTime is set: otherwise the candidate crashes")];
  },
});

function isPoisoned({
  pingTime,
  renewTime,
}: {
  readonly pingTime: string | undefined;
  readonly renewTime: string | undefined;
}): boolean {
  return pingTime !== undefined && renewTime === undefined;
}
