import { tooLong } from "../../field/error.ts";
import { byteLength } from "../../text/byte-length.ts";
import { defineRule, type Rule } from "../rule.ts";

/**
 * 64 KiB, a quarter of what kube-apiserver allows. The annotations of known elections have at most
 * a few hundred bytes.
 */
const maxBytes = 64 * 1024;

/**
 * Every candidate reads the lease at each retry, by default every 2 s, and each renewal stores the
 * annotations again. The rule only warns, because a program may store its state in the lease.
 */
export const rule: Rule = defineRule({
  id: "lease/annotations-bounded",
  tier: "protocol",
  atMost: "warn",
  description: "annotations of a lease with leaseDurationSeconds must not grow to more than 65536 bytes in total",
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  check(change) {
    const { metadata, spec } = change.object;
    if (spec.leaseDurationSeconds === undefined) return [];
    const bytes = bytesAbove(maxBytes, metadata.annotations);
    if (bytes === 0) return [];
    if (change.operation === "UPDATE" && bytesAbove(maxBytes, change.oldObject.metadata.annotations) >= bytes) return [];
    return [tooLong(["metadata", "annotations"], maxBytes)];
  },
});

/**
 * Returns the UTF-8 bytes of all keys and values, or 0 if they are within the limit. Most
 * annotations need no count, because one UTF-16 unit has at most three bytes.
 */
function bytesAbove(limit: number, annotations: Readonly<Record<string, string>>): number {
  let units = 0;
  for (const key in annotations) units += key.length + (annotations[key]?.length ?? 0);
  if (units * 3 <= limit) return 0;
  let bytes = 0;
  for (const [key, value] of Object.entries(annotations)) bytes += byteLength(key) + byteLength(value);
  return bytes > limit ? bytes : 0;
}
