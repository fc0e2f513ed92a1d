import { invalid } from "../../core/field/error.ts";
import { microTimeMs } from "../../core/text/time.ts";
import { defineRule, type Rule } from "../rule.ts";
import { changesTime } from "../shared/field-changes.ts";
import { futureErrors } from "../shared/lease-term.ts";

/**
 * The date of the first public commit of Kubernetes. An earlier time is usually the zero time of a
 * programming language, such as the year 1 in Go.
 */
export const firstDay = "2014-06-06";

/**
 * The rule allows every past time since `firstDay`, because client-go can recreate a deleted lease
 * with its old acquireTime.
 */
export const rule: Rule = defineRule({
  id: "lease/acquire-time-plausible",
  tier: "protocol",
  atMost: "warn",
  description: `acquireTime must be between ${firstDay} and the current time`,
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  check(change, context) {
    const { acquireTime } = change.object.spec;
    if (acquireTime === undefined || !changesTime(change, "acquireTime")) return [];
    const field = ["spec", "acquireTime"];
    if (microTimeMs(acquireTime) >= Date.parse(firstDay)) return futureErrors(field, acquireTime, context);
    return [invalid(field, acquireTime, `must not be before ${firstDay}, the date of the first Kubernetes commit`)];
  },
});
