import { tooLong } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { exceedsSize, sizeOf } from "../shared/metadata-entries.ts";

/**
 * The maximum size in bytes of all labels, and of all annotations: 64 KiB each. kube-apiserver
 * allows 256 KiB of annotations and any number of labels. In known elections, the labels and
 * annotations take at most a few hundred bytes.
 */
export const maxBytes: number = 64 * 1024;

const fields = ["labels", "annotations"] as const;

/**
 * Every candidate reads the lease at each retry, by default every 2 s. Each renewal stores the
 * labels and annotations again. The rule only warns, because a program can store its state in the
 * lease.
 */
export const rule: Rule = defineRule({
  id: "lease/labels-and-annotations-bounded",
  tier: "protocol",
  atMost: "warn",
  description: `the labels, and the annotations, of a lease with leaseDurationSeconds must not grow to more than ${maxBytes} bytes`,
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  check(change) {
    const { metadata, spec } = change.object;
    if (spec.leaseDurationSeconds === undefined) return [];
    const old = change.operation === "UPDATE" ? change.oldObject.metadata : undefined;
    return fields
      .filter(
        (field) =>
          exceedsSize(maxBytes, metadata[field]) && (old === undefined || sizeOf(old[field]) < sizeOf(metadata[field])),
      )
      .map((field) => tooLong(["metadata", field], maxBytes));
  },
});
