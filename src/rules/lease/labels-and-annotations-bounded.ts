import { tooLong } from "../../field/error.ts";
import { byteLength } from "../../text/byte-length.ts";
import { defineRule, type Rule } from "../rule.ts";

/**
 * 64 KiB, a quarter of the annotations that kube-apiserver allows. It does not limit the number of
 * labels. The labels and annotations of known elections have at most a few hundred bytes.
 */
const maxBytes = 64 * 1024;

const fields = ["labels", "annotations"] as const;

/**
 * Every candidate reads the lease at each retry, by default every 2 s, and each renewal stores the
 * metadata again. The rule only warns, because a program may store its state in the lease.
 */
export const rule: Rule = defineRule({
  id: "lease/labels-and-annotations-bounded",
  tier: "protocol",
  atMost: "warn",
  description: "the labels, and the annotations, of a lease with leaseDurationSeconds must not grow to more than 65536 bytes",
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  check(change) {
    const { metadata, spec } = change.object;
    if (spec.leaseDurationSeconds === undefined) return [];
    const old = change.operation === "UPDATE" ? change.oldObject.metadata : undefined;
    return fields
      .filter((field) => bytesAbove(maxBytes, metadata[field]) > (old === undefined ? 0 : bytesAbove(maxBytes, old[field])))
      .map((field) => tooLong(["metadata", field], maxBytes));
  },
});

/**
 * Returns the UTF-8 bytes of all keys and values, or 0 if they are within the limit. Most maps
 * need no count, because one UTF-16 unit has at most three bytes.
 */
function bytesAbove(limit: number, map: Readonly<Record<string, string>>): number {
  let units = 0;
  for (const key in map) units += key.length + (map[key]?.length ?? 0);
  if (units * 3 <= limit) return 0;
  let bytes = 0;
  for (const [key, value] of Object.entries(map)) bytes += byteLength(key) + byteLength(value);
  return bytes > limit ? bytes : 0;
}
