import { required } from "../../field/error.ts";
import { defineRule, type Rule } from "../rule.ts";

/**
 * client-go's candidate compares the two on every update it is told of, and dereferences renewTime without a look: its process
 * ends. So a write that only keeps both as they are is no better, but for one that lets a deletion go on.
 */
export const rule: Rule = defineRule({
  id: "lease-candidate/ping-time-needs-renew-time",
  tier: "protocol",
  description: "pingTime must not be without renewTime",
  kinds: ["LeaseCandidate"],
  operations: ["UPDATE"],
  check({ object, oldObject }) {
    if (!isPoisoned(object.spec)) return [];
    if (object.metadata.deletionTimestamp !== undefined && isPoisoned(oldObject.spec)) return [];
    return [required(["spec", "renewTime"], "must be set where pingTime is, or its owner crashes")];
  },
});

function isPoisoned({ pingTime, renewTime }: { readonly pingTime: string | undefined; readonly renewTime: string | undefined }): boolean {
  return pingTime !== undefined && renewTime === undefined;
}
