import { rule } from "../../../src/rules/lease/labels-and-annotations-bounded.ts";
import { testRule } from "../../harness/rule-table.ts";
import { metadata, spec } from "../../harness/tweaks.ts";

const limit = 65_536;
/** Returns a tweak that sets annotations of `count` bytes. */
const bytes = (count: number) => metadata({ annotations: { "example.com/note": "x".repeat(count - 16) } });
/** Returns a tweak that sets labels of `count` bytes. */
const labelBytes = (count: number) => {
  const labels = Object.fromEntries(
    Array.from({ length: Math.floor(count / 66) }, (_, index) => [`k${10_000 + index}`, "x".repeat(60)]),
  );
  return metadata({ labels: { ...labels, rest: "x".repeat((count % 66) - 4) } });
};
const labelCauses = [{ type: "FieldValueTooLong", field: "metadata.labels" }];
const causes = [{ type: "FieldValueTooLong", field: "metadata.annotations" }];

testRule(rule, {
  silent: {
    "annotations: exactly 64 KiB": { tweak: bytes(limit) },
    "annotations: 64 KiB in keys and values of three bytes a letter": {
      tweak: metadata({ annotations: { "example.com/note": "€".repeat((limit - 16) / 3) } }),
    },
    "labels: exactly 64 KiB": { tweak: labelBytes(limit) },
    "labels: more, but fewer than before": {
      operations: ["UPDATE"],
      old: labelBytes(2 * limit),
      tweak: labelBytes(limit + 1),
    },
    "annotations: none": { tweak: metadata({ annotations: null }) },
    "annotations: more, of a lease without a duration": {
      tweak: (object) => {
        bytes(limit + 1)(object);
        spec({ leaseDurationSeconds: null })(object);
      },
    },
    "annotations: more, kept": { operations: ["UPDATE"], old: bytes(limit + 1), tweak: bytes(limit + 1) },
    "annotations: more, but fewer than before": {
      operations: ["UPDATE"],
      old: bytes(2 * limit),
      tweak: bytes(limit + 1),
    },
    "annotations: more, of another text of the same size": {
      operations: ["UPDATE"],
      old: bytes(limit + 1),
      tweak: metadata({ annotations: { "example.com/list": "y".repeat(limit + 1 - 16) } }),
    },
    "annotations: reduced to the limit": { operations: ["UPDATE"], old: bytes(limit + 1), tweak: bytes(limit) },
  },
  reports: {
    "labels: a byte more": { tweak: labelBytes(limit + 1), causes: labelCauses },
    "labels and annotations: a byte more": {
      tweak: (object) => {
        labelBytes(limit + 1)(object);
        bytes(limit + 1)(object);
      },
      causes: [...labelCauses, ...causes],
    },
    "annotations: a byte more": { tweak: bytes(limit + 1), causes },
    "annotations: a byte more, in letters of two bytes": {
      tweak: metadata({ annotations: { "example.com/note": `${"é".repeat((limit - 16) / 2)}x` } }),
      causes,
    },
    "annotations: a letter of three bytes more": {
      tweak: metadata({ annotations: { "example.com/note": "€".repeat((limit - 16) / 3 + 1) } }),
      causes,
    },
    "annotations: four bytes more, in keys": {
      tweak: metadata({
        annotations: Object.fromEntries(Array.from({ length: 6_554 }, (_, index) => [`key-${index + 100_000}`, ""])),
      }),
      causes,
    },
    "annotations: a byte more than before, above the limit": {
      operations: ["UPDATE"],
      old: bytes(2 * limit),
      tweak: bytes(2 * limit + 1),
      causes,
    },
    "annotations: more, of an expired lease": { now: "2026-07-02T08:00:00Z", tweak: bytes(limit + 1), causes },
  },
});
