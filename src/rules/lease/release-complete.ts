import { invalid } from "../../field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { termEndMs } from "../shared/lease-term.ts";

/** The shortest duration there is: what client-go writes when it releases, since kube-apiserver refuses 0. */
const shortestTermMs = 1_000;

/** A lease that nobody holds is free at once to client-go; others wait for the end of its term all the same. */
export const rule: Rule = defineRule({
  id: "lease/release-complete",
  tier: "protocol",
  strict: "warn",
  description: "leaseDurationSeconds and renewTime must let the term end with the release",
  kinds: ["Lease"],
  operations: ["UPDATE"],
  check({ object: { spec }, oldObject: { spec: old } }, { now, clockSkewMs }) {
    if (!old.holderIdentity || spec.holderIdentity || (spec.leaseDurationSeconds ?? 0) <= 1) return [];
    const end = termEndMs({ ...spec, holderIdentity: old.holderIdentity });
    if (end === undefined || end <= now.getTime() + clockSkewMs + shortestTermMs) return [];
    const until = new Date(end).toISOString();
    return [
      invalid(["spec", "leaseDurationSeconds"], spec.leaseDurationSeconds, `must be 1 in a release: this term would end at ${until}`),
    ];
  },
});
