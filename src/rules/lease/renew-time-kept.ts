import { required } from "../../field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { isHeld, isRenewal } from "../shared/lease-term.ts";

/**
 * Without renewTime, the lease has no term, so the next write of any client takes the lease. No
 * holder renews this way. Libraries that remove renewTime remove the holder as well.
 * longhorn-manager keeps the holder, and needs a scope.
 */
export const rule: Rule = defineRule({
  id: "lease/renew-time-kept",
  tier: "protocol",
  description: "renewTime must not be removed while a holder keeps an unexpired lease",
  kinds: ["Lease"],
  operations: ["UPDATE"],
  check({ object: { spec }, oldObject: { spec: old } }, context) {
    if (spec.renewTime !== undefined || !isRenewal(spec, old) || !isHeld(old, context)) return [];
    return [required(["spec", "renewTime"], "must be set unless the holder releases the lease")];
  },
});
