import { tooLong } from "../../field/error.ts";
import { byteLength } from "../../text/byte-length.ts";
import { defineRule, type Rule } from "../rule.ts";

/** 256 KiB, keys and values together: TotalAnnotationSizeLimitB. */
const maxAnnotationsBytes = 256 * 1024;

/** Upstream: ValidateAnnotationsSize. */
export const rule: Rule = defineRule({
  id: "metadata/annotations-size-bounded",
  tier: "api",
  description: "annotation keys and values must not be more than 262144 bytes in all",
  kinds: ["Lease", "LeaseCandidate"],
  operations: ["CREATE", "UPDATE"],
  check({ object: { metadata } }) {
    let bytes = 0;
    for (const [key, value] of Object.entries(metadata.annotations)) bytes += byteLength(key) + byteLength(value);
    return bytes > maxAnnotationsBytes ? [tooLong(["metadata", "annotations"], maxAnnotationsBytes)] : [];
  },
});
