import { defineRule, type Rule } from "../rule.ts";
import { endedTermErrors, isWrittenByPerson } from "../shared/ended-term.ts";

const advice = {
  release: "delete the holder's pod, or stop the holder and also set leaseDurationSeconds 1 and both times to now",
  duration: "delete the holder's pod, or set the duration in the configuration of the holder",
};

/**
 * The holder does not notice the write until its next renewal, so another client can lead at the
 * same time.
 */
export const rule: Rule = defineRule({
  id: "lease/term-kept-by-persons",
  tier: "protocol",
  atMost: "warn",
  description: "a person must not empty holderIdentity, or shorten the duration, before the lease term of the holder expires",
  kinds: ["Lease"],
  operations: ["UPDATE"],
  check(change, context) {
    return isWrittenByPerson(change, context) ? endedTermErrors(change, context, advice) : [];
  },
});
