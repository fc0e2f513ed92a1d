import { invalid } from "../../core/field/error.ts";
import { checkSubdomain } from "../../core/text/names.ts";
import { defineRule, type Rule } from "../rule.ts";

/**
 * The API reference limits leaseName to names that a Lease can have, but kube-apiserver only
 * requires that leaseName is not empty. A candidate for a Lease that cannot exist is never elected.
 * The rule applies only to creates, because leaseName is immutable. Clients can therefore still
 * update existing objects.
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
