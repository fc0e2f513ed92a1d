import { invalid } from "../../field/error.ts";
import { checkSubdomain } from "../../text/names.ts";
import { defineRule, type Rule } from "../rule.ts";

/**
 * The API reference documents the limits of a Lease's name, but kube-apiserver only requires a
 * leaseName that is not empty. A candidate for a Lease that cannot exist is never elected. Because
 * leaseName is immutable, the rule applies only to creates. Existing objects stay writable.
 */
export const rule: Rule = defineRule({
  id: "lease-candidate/lease-name-valid",
  tier: "protocol",
  description: "leaseName must be the name of a Lease that can exist",
  kinds: ["LeaseCandidate"],
  operations: ["CREATE"],
  check({ object: { spec } }) {
    if (spec.leaseName === "") return [];
    return checkSubdomain(spec.leaseName).map((message) => invalid(["spec", "leaseName"], spec.leaseName, message));
  },
});
