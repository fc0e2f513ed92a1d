import { tooLong } from "../../field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { annotationsExceed, annotationsSize } from "../shared/annotations-size.ts";

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
    const { annotations } = metadata;
    if (!annotationsExceed(maxBytes, annotations)) return [];
    if (change.operation === "UPDATE" && annotationsSize(change.oldObject.metadata.annotations) >= annotationsSize(annotations)) return [];
    return [tooLong(["metadata", "annotations"], maxBytes)];
  },
});
