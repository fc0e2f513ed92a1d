import { invalid } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { itemErrors } from "../shared/item-errors.ts";

/** kube-apiserver enforces this rule in validateOwnerReference with BannedOwners. */
export const rule: Rule = defineRule({
  id: "metadata/owner-not-event",
  tier: "api",
  description: "an owner must not be a v1 Event",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check({ object: { metadata } }) {
    return itemErrors(metadata.ownerReferences, (owner, index) => {
      if (owner.kind !== "Event" || (owner.apiVersion !== "v1" && owner.apiVersion !== "/v1")) return [];
      return [
        invalid(["metadata", "ownerReferences", index], owner, "/v1, Kind=Event is disallowed from being an owner"),
      ];
    });
  },
});
