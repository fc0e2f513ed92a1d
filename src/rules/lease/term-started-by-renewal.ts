import { invalid } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { unrequestedDuration } from "../shared/lengthened-duration.ts";

/**
 * If a longer duration starts a new lease term, clients wait until this term expires, although the
 * holder possibly no longer runs. If the pod of the writer is unknown, the rule reports nothing,
 * and `lease/duration-lengthened-by-renewal` warns. If `lease/written-by-its-holder` reports the
 * write, the rule also reports nothing.
 */
export const rule: Rule = defineRule({
  id: "lease/term-started-by-renewal",
  tier: "protocol",
  exemptsAdministrators: true,
  description: "a pod must start a new lease term of a holder with a renewal, not only with a longer duration",
  kinds: ["Lease"],
  operations: ["UPDATE"],
  check({ object: { spec }, oldObject: { spec: old } }, context) {
    if (unrequestedDuration(spec, old, context) !== "certain") return [];
    const detail = "must not increase without a later renewTime: only the holder can start a new lease term";
    return [invalid(["spec", "leaseDurationSeconds"], spec.leaseDurationSeconds, detail)];
  },
});
