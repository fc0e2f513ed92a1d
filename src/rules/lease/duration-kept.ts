import { required } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { isWrittenByPerson } from "../shared/ended-term.ts";
import { isHeld, keepsHolder } from "../shared/lease-term.ts";

/**
 * fabric8 (Java) reads leaseDurationSeconds without a null check. If the duration is missing,
 * candidates that use fabric8 fail, even after the lease has expired. The rule does not report
 * libraries that remove the duration together with the holder.
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
    if (spec.leaseDurationSeconds !== undefined || old.leaseDurationSeconds === undefined || !keepsHolder(spec, old))
      return [];
    // The rule lease/term-kept-by-persons reports this write.
    if (isHeld(old, context) && isWrittenByPerson(change, context)) return [];
    return [required(["spec", "leaseDurationSeconds"], "must be set while the lease has a holder")];
  },
});
