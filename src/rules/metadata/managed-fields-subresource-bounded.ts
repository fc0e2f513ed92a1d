import { tooLong } from "../../field/error.ts";
import { isLongerThan } from "../../format/byte-length.ts";
import { itemErrors } from "../item-errors.ts";
import { defineRule, type Rule } from "../rule.ts";

/** MaxSubresourceNameLength. */
const maxSubresourceBytes = 256;

/** Upstream: ValidateManagedFields. */
export const rule: Rule = defineRule({
  id: "metadata/managed-fields-subresource-bounded",
  tier: "api",
  description: "the subresource of a managedFields entry must be at most 256 bytes",
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
