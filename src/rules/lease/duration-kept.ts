import { required } from "../../field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { isWrittenByPerson } from "../shared/ended-term.ts";
import { isHeld, isRenewal } from "../shared/lease-term.ts";

/**
 * fabric8 (Java) reads leaseDurationSeconds without a check, so its candidates fail. This also
 * applies to a lease that has expired. Libraries that remove the duration remove the holder, too.
 */
export const rule: Rule = defineRule({
  id: "lease/duration-kept",
  tier: "protocol",
  atMost: "warn",
  description: "leaseDurationSeconds must not be removed while the lease has the same holder",
  kinds: ["Lease"],
  operations: ["UPDATE"],
  check(change, context) {
    const { spec } = change.object;
    const { spec: old } = change.oldObject;
    if (spec.leaseDurationSeconds !== undefined || old.leaseDurationSeconds === undefined || !isRenewal(spec, old)) return [];
    // The rule lease/term-kept-by-persons reports this.
    if (isHeld(old, context) && isWrittenByPerson(change, context)) return [];
    return [required(["spec", "leaseDurationSeconds"], "must be set while the lease has a holder")];
  },
});
