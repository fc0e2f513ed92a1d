import { tooLong } from "../../core/field/error.ts";
import { isLongerThan } from "../../core/text/byte-length.ts";
import { defineRule, type Rule } from "../rule.ts";
import { itemErrors } from "../shared/item-errors.ts";

/**
 * The maximum length of a subresource in bytes. kube-apiserver calls this limit
 * MaxSubresourceNameLength.
 */
const maxSubresourceBytes = 256;

/** kube-apiserver enforces this rule in ValidateManagedFields. */
export const rule: Rule = defineRule({
  id: "metadata/managed-fields-subresource-bounded",
  tier: "api",
  description: `the subresource of a managedFields entry must be at most ${maxSubresourceBytes} bytes`,
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check({ object: { metadata } }) {
    return itemErrors(metadata.managedFields, ({ subresource }, index) =>
      isLongerThan(subresource, maxSubresourceBytes)
        ? [tooLong(["metadata", "managedFields", index, "subresource"], maxSubresourceBytes)]
        : [],
    );
  },
});
