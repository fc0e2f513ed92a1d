import { invalid } from "../../field/error.ts";
import { microTimeMs } from "../../format/time.ts";
import { defineRule, type Rule } from "../rule.ts";
import { changesTime } from "../term.ts";

/** Upstream: isLeaseCandidateExpired counts half an hour from renewTime, and its controller pings nobody whose renewTime is to come. */
export const rule: Rule = defineRule({
  id: "lease-candidate/renew-time-not-in-future",
  tier: "protocol",
  strict: "warn",
  description: "renewTime must not be in the future",
  kinds: ["LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check(change, { now, clockSkewMs }) {
    const { renewTime } = change.object.spec;
    if (renewTime === undefined || !changesTime(change, "renewTime") || microTimeMs(renewTime) <= now.getTime() + clockSkewMs) return [];
    return [invalid(["spec", "renewTime"], renewTime, `must not be in the future: it is ${now.toISOString()} here`)];
  },
});
