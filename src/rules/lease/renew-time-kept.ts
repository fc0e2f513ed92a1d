import { required } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { isHeld, keepsHolder } from "../shared/lease-term.ts";

/**
 * A lease without renewTime has no lease term, so clients that compare renewTime with the current
 * time can take over the lease at once.
 *
 * Most libraries that remove renewTime also remove the holder. longhorn-manager keeps the holder
 * and therefore needs a scope.
 */
export const rule: Rule = defineRule({
  id: "lease/renew-time-kept",
  tier: "protocol",
  description: "renewTime must not be removed while a holder keeps an unexpired lease",
  kinds: ["Lease"],
  operations: ["UPDATE"],
  check({ object: { spec }, oldObject: { spec: old } }, context) {
    if (spec.renewTime !== undefined || !keepsHolder(spec, old) || !isHeld(old, context)) return [];
    return [required(["spec", "renewTime"], "must be set unless the holder releases the lease")];
  },
});
