import { mapKeys } from "../../core/api/map-keys.ts";
import { invalid } from "../../core/field/error.ts";
import { checkLabelValue, maxLabelValueBytes } from "../../core/text/qualified-name.ts";
import { defineRule, type Rule } from "../rule.ts";
import { itemErrors } from "../shared/item-errors.ts";

/** kube-apiserver enforces this rule in ValidateLabels. */
export const rule: Rule = defineRule({
  id: "metadata/label-values-valid",
  tier: "api",
  description: `label values must be at most ${maxLabelValueBytes} bytes of alphanumerics, '-', '_' and '.'`,
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check({ object: { metadata } }) {
    return itemErrors(mapKeys(metadata.labels), (key) => {
      const value = metadata.labels[key] ?? "";
      return checkLabelValue(value).map((message) => invalid(["metadata", "labels"], value, message));
    });
  },
});
