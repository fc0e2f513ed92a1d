import { tooLong } from "../../core/field/error.ts";
import { isLongerThan } from "../../core/text/byte-length.ts";
import { defineRule, type Rule } from "../rule.ts";
import { itemErrors } from "../shared/item-errors.ts";

/**
 * The maximum length of a manager in bytes. kube-apiserver calls this limit FieldManagerMaxLength.
 */
const maxManagerBytes = 128;

/** kube-apiserver enforces this rule in ValidateFieldManager. */
export const rule: Rule = defineRule({
  id: "metadata/managed-fields-manager-bounded",
  tier: "api",
  description: `the manager of a managedFields entry must be at most ${maxManagerBytes} bytes`,
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check({ object: { metadata } }) {
    return itemErrors(metadata.managedFields, ({ manager }, index) =>
      isLongerThan(manager, maxManagerBytes)
        ? [tooLong(["metadata", "managedFields", index, "manager"], maxManagerBytes)]
        : [],
    );
  },
});
