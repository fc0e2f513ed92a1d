import { invalid } from "../../field/error.ts";
import { microTimeMs } from "../../text/time.ts";
import { defineRule, type Rule } from "../rule.ts";
import { changesTime } from "../shared/field-changes.ts";
import { futureErrors } from "../shared/lease-term.ts";

/** The day of Kubernetes' first public commit: before it lie only the zero times of programming languages. */
const firstDay = "2014-06-06";

/** Any time of the past between is plausible: client-go creates a lease anew with the acquireTime of the one that was deleted. */
export const rule: Rule = defineRule({
  id: "lease/acquire-time-plausible",
  tier: "protocol",
  strict: "warn",
  description: "acquireTime must be a time at which the lease can have been acquired",
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  check(change, context) {
    const { acquireTime } = change.object.spec;
    if (acquireTime === undefined || !changesTime(change, "acquireTime")) return [];
    const field = ["spec", "acquireTime"];
    if (microTimeMs(acquireTime) >= Date.parse(firstDay)) return futureErrors(field, acquireTime, context);
    return [invalid(field, acquireTime, `must not be before ${firstDay}, when Kubernetes began`)];
  },
});
