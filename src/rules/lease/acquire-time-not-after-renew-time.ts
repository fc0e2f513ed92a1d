import { invalid } from "../../core/field/error.ts";
import { microTimeMs } from "../../core/text/time.ts";
import { defineRule, type Rule } from "../rule.ts";
import { changesTime } from "../shared/field-changes.ts";

/**
 * client-go sets both times when it acquires the lease, and later only renewTime. If an identity
 * returns on another machine, the two times come from two clocks. Some libraries read the clock
 * twice. The rule therefore allows a difference of twice the clock skew allowance. Without a
 * holder, the times have no effect, and the rule reports nothing.
 */
export const rule: Rule = defineRule({
  id: "lease/acquire-time-not-after-renew-time",
  tier: "protocol",
  atMost: "warn",
  description: "acquireTime must not be after renewTime",
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  plainRenewals: true,
  check(change, { clockSkewMs }) {
    const { holderIdentity, acquireTime, renewTime } = change.object.spec;
    if (!holderIdentity || acquireTime === undefined || renewTime === undefined) return [];
    if (!changesTime(change, "acquireTime") && !changesTime(change, "renewTime")) return [];
    if (microTimeMs(acquireTime) <= microTimeMs(renewTime) + 2 * clockSkewMs) return [];
    return [invalid(["spec", "acquireTime"], acquireTime, `must not be after renewTime, which is ${renewTime}`)];
  },
});
