import { tooLong } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { exceedsSize } from "../shared/metadata-entries.ts";

/**
 * The maximum size of all annotation keys and values: 256 KiB. kube-apiserver calls this limit
 * TotalAnnotationSizeLimitB.
 */
const maxAnnotationsBytes = 256 * 1024;

/** kube-apiserver enforces this rule in ValidateAnnotationsSize. */
export const rule: Rule = defineRule({
  id: "metadata/annotations-size-bounded",
  tier: "api",
  description: `annotation keys and values must be at most ${maxAnnotationsBytes} bytes in total`,
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check({ object: { metadata } }) {
    return exceedsSize(maxAnnotationsBytes, metadata.annotations)
      ? [tooLong(["metadata", "annotations"], maxAnnotationsBytes)]
      : [];
  },
});
