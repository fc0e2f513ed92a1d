import { type FieldError, forbidden } from "../../core/field/error.ts";
import { type ChangeOf, defineRule, type Rule, type RuleContext } from "../rule.ts";
import { endedTermErrors, isWrittenByPerson } from "../shared/ended-term.ts";
import { heldUntil, keepsHolder } from "../shared/lease-term.ts";

const remedies = {
  release: "delete the holder's pod, or stop the holder and also set leaseDurationSeconds 1 and both times to now",
  duration: "delete the holder's pod, or set the duration in the configuration of the holder",
};

/**
 * The holder detects the write by a person only at its next renewal. If the write ends the lease
 * term, another client can lead at the same time. If the write sets a longer duration and the
 * holder crashes before its next renewal, all clients wait longer.
 */
export const rule: Rule = defineRule({
  id: "lease/term-kept-by-persons",
  tier: "protocol",
  exemptsAdministrators: true,
  atMost: "warn",
  description:
    "a person must not empty holderIdentity, or change the duration, before the lease term of the holder expires",
  kinds: ["Lease"],
  operations: ["UPDATE"],
  check(change, context) {
    if (!isWrittenByPerson(change, context)) return [];
    return [...endedTermErrors(change, context, remedies), ...lengthenedTermErrors(change, context)];
  },
});

function lengthenedTermErrors(
  { object: { spec }, oldObject: { spec: old } }: ChangeOf<"Lease", "UPDATE">,
  context: RuleContext,
): readonly FieldError[] {
  const { leaseDurationSeconds = 0 } = spec;
  if (!keepsHolder(spec, old) || leaseDurationSeconds <= (old.leaseDurationSeconds ?? 0)) return [];
  const until = heldUntil(old, context);
  if (until === undefined) return [];
  const detail = `must not be lengthened before ${until.toISOString()}, when the lease term expires: set the duration in the configuration of the holder`;
  return [forbidden(["spec", "leaseDurationSeconds"], detail)];
}
