import { forbidden } from "../../core/field/error.ts";
import { canExceedJsonBytes, jsonBytes } from "../../core/text/json-bytes.ts";
import { defineRule, type Rule } from "../rule.ts";
import { hugeMetadataBytes } from "../shared/far-limits.ts";
import { changesSpec } from "../shared/field-changes.ts";

/**
 * The size that an update of the spec can add beyond the limit. Ten labels of the maximum length,
 * and the entry of managedFields for them, take less than 9 KiB.
 */
const moreBytes = 10 * 1024;

const mustNotGrow = `must not grow to more than ${hugeMetadataBytes} bytes of JSON`;

/**
 * With larger metadata, the review of the next renewal can exceed the limits of lease-guard, and
 * the object can exceed the limit of etcd.
 */
export const rule: Rule = defineRule({
  id: "metadata/size-at-most-512-kib",
  tier: "protocol",
  description: `the metadata ${mustNotGrow}`,
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  plainRenewals: true,
  check(change) {
    const { submitted } = change.object.metadata;
    if (!canExceedJsonBytes(submitted, hugeMetadataBytes)) return [];
    const bytes = jsonBytes(submitted);
    if (bytes <= hugeMetadataBytes) return [];
    if (change.operation === "UPDATE") {
      const before = Math.max(hugeMetadataBytes, jsonBytes(change.oldObject.metadata.submitted));
      if (bytes <= before + (changesSpec(change) ? moreBytes : 0)) return [];
    }
    return [forbidden(["metadata"], mustNotGrow)];
  },
});
