import { describe, it, vi } from "vitest";
import { expectSurvivalOf, head, lease, million, numbered, type Row } from "./survival.ts";

vi.setConfig({ testTimeout: 120_000, maxConcurrency: 2 });

const jsonLease =
  '{"apiVersion":"coordination.k8s.io/v1","kind":"Lease","metadata":{"name":"a"},"spec":{"leaseDurationSeconds":15}}';
const item = "- apiVersion: coordination.k8s.io/v1\n  kind: Lease\n  metadata:\n    name: a\n";
const huge = (part: string): string => part.repeat(Math.ceil((64 * 1024 * 1024) / part.length));

const sizes: readonly Row[] = [
  ["64 MiB of documents", () => huge(`---\n${lease}`), [0, 2]],
  ["64 MiB of bad documents", () => huge(`---\n${lease.replace("15", "0")}`), [1, 2]],
  ["64 MiB of JSON objects", () => huge(`${jsonLease}\n`), [0, 2]],
  [
    "64 MiB of a List in JSON",
    () => `{"apiVersion":"v1","kind":"List","items":[${huge(`${jsonLease},`)}${jsonLease}]}`,
    [0, 2],
  ],
  ["64 MiB of a List in YAML", () => `apiVersion: v1\nkind: List\nitems:\n${huge(item)}`, [0, 2]],
  ["64 MiB of one text in YAML", () => `${head}  annotations:\n    a: ${huge("x")}\n`, [1, 2]],
  ["64 MiB of one text in JSON", () => `{"a":"${huge("x")}"}`, [0, 2]],
  ["64 MiB of one word", () => huge("x"), [2]],
  ["64 MiB of comments", () => huge("# a comment\n"), [0, 2]],
  ["64 MiB of line breaks", () => huge("\n"), [0, 2]],
  ["64 MiB of separators", () => huge("---\n"), [0, 2]],
  ["100,000 documents", () => `---\n${lease}`.repeat(100_000), [0], /^100000 objects checked in 1 file: 0 denied/],
  [
    "100,000 bad documents",
    () => `---\n${lease.replace("15", "0")}`.repeat(100_000),
    [2],
    /^25000 objects .* 25000 denied/m,
  ],
  ["a million labels", () => `${head}  labels:\n${numbered(million, (at) => `    k${at}: v\n`)}`, [0, 2]],
  ["a million finalizers", () => `${head}  finalizers:\n${"  - a\n".repeat(million)}`, [0, 2]],
  ["a million keys in flow style", () => `{${numbered(million, (at) => `k${at}: v, `)}}`, [0, 2]],
  ["a million spaces after each word", () => `kind:${" ".repeat(million)}Lease${" ".repeat(million)}\n`, [0, 2]],
  ["binary data of 8 MiB", () => `${head}  annotations:\n    a: !!binary ${"AAAA".repeat(2 * 1024 * 1024)}\n`, [1, 2]],
  ["a number of 10 million digits", () => `${head}spec: {leaseDurationSeconds: ${"9".repeat(10 * million)}}\n`, [1, 2]],
  ["a name of 30 million letters", () => `${head.trimEnd()}${"-a".repeat(15 * million)}\n`, [1, 2]],
  ["a million repeated keys", () => `${head}spec:\n${"  leaseTransitions: 1\n".repeat(million)}`, [0, 2]],
];

describe.concurrent("check survives", () => {
  it.each(sizes.map((row) => [row[0], row] as const))("%s", (_, row) => expectSurvivalOf(row));
});
