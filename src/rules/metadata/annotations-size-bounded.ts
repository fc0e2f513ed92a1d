import { tooLong } from "../../field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { exceedsSize } from "../shared/map-size.ts";

/** kube-apiserver calls this limit TotalAnnotationSizeLimitB: 256 KiB for all keys and values. */
const maxAnnotationsBytes = 256 * 1024;

/** kube-apiserver checks this in ValidateAnnotationsSize. */
export const rule: Rule = defineRule({
  id: "metadata/annotations-size-bounded",
  tier: "api",
  description: "annotation keys and values must be at most 262144 bytes in total",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check({ object: { metadata } }) {
    return exceedsSize(maxAnnotationsBytes, metadata.annotations) ? [tooLong(["metadata", "annotations"], maxAnnotationsBytes)] : [];
  },
});
