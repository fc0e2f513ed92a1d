import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { readPlainYaml } from "../../../../src/manifest/yaml/fast/read-plain-yaml.ts";
import { readYaml } from "../../../../src/manifest/yaml/read-yaml.ts";
import { kubectlVectors } from "../../../fixtures/kubectl/vectors.ts";
import { paths } from "../../../harness/manifests.ts";
import { nearPlainYaml } from "../near-plain-yaml.ts";

/** A List in the format of `kubectl get leases -A -o yaml`. */
const printed = `apiVersion: v1
items:
- apiVersion: coordination.k8s.io/v1
  kind: Lease
  metadata:
    annotations:
      kubectl.kubernetes.io/last-applied-configuration: |
        {"apiVersion":"coordination.k8s.io/v1","kind":"Lease","metadata":{"annotations":{}}}
    creationTimestamp: "2026-01-01T00:00:00Z"
    managedFields:
    - apiVersion: coordination.k8s.io/v1
      fieldsType: FieldsV1
      fieldsV1:
        f:metadata:
          f:ownerReferences:
            .: {}
            k:{"uid":"5f3e1c2d-5b8e-4a9e-9d6c-0a6a5c1d2e3f"}: {}
      time: "2026-01-01T00:00:10Z"
    name: node-1
    uid: 5f3e1c2d-5b8e-4a9e-9d6c-0a6a5c1d2e3f
  spec:
    holderIdentity: 'it''s "node-1"'
    leaseDurationSeconds: 40
    renewTime: "2026-01-01T00:00:10.000000Z"
- apiVersion: coordination.k8s.io/v1
  kind: Lease
  metadata:
    creationTimestamp: null
    name: node-2
kind: List
metadata:
  resourceVersion: ""
`;

/**
 * A manifest with features that people use in YAML: comments, lists at the indentation of their
 * key, an empty value, and times without quotes.
 */
const written = `# for the controller

kind: LeaseCandidate
metadata:
  labels:
    # who
    app.kubernetes.io/name: guard
  finalizers:
    - a/b
    -
      c: d
  name:   guard-1
spec:
  leaseName:
  renewTime: 2026-01-01T00:00:10.000000Z
  tried: [ ]
`;

/**
 * Describes the difference between the results of the scanner and the full reader. Returns
 * undefined if there is none, or if the scanner does not support the document.
 */
function difference(text: string): string | undefined {
  const scan = readPlainYaml(text);
  if (!scan?.ok) return undefined;
  const scanned = scan.value;
  const read = readYaml(text);
  if (!read.ok) return read.error.message;
  const full = read.value;
  if (!isDeepStrictEqual(scanned.value, full.value) || JSON.stringify(scanned.value) !== JSON.stringify(full.value))
    return "value";
  if (full.duplicates().length > 0) return "duplicates";
  if (full.value === null) return undefined;
  if (scanned.start !== full.start) return "start";
  const moved = Array.from(paths(full.value)).find((path) => scanned.offsetOf(path) !== full.offsetOf(path));
  return moved === undefined ? undefined : `offset of ${JSON.stringify(moved)}`;
}

const pieces = kubectlVectors.flatMap(({ input }) => input.split(/^---.*\n/m));

describe("the scanner reads as the full reader does, or not at all", () => {
  it("the output of kubectl", () => {
    expect([readPlainYaml(printed) === undefined, difference(printed)]).toEqual([false, undefined]);
  });

  it("text that people write, except a flow with white space", () => {
    const plain = written.replace("[ ]", "[]");
    expect([readPlainYaml(written), readPlainYaml(plain) === undefined, difference(plain)]).toEqual([
      undefined,
      false,
      undefined,
    ]);
  });

  it("every recorded manifest", () => {
    expect(pieces.filter((piece) => difference(piece) !== undefined)).toEqual([]);
    expect(pieces.filter((piece) => readPlainYaml(piece) !== undefined).length).toBeGreaterThan(200);
  });

  it("any text that is nearly plain YAML", () => {
    let read = 0;
    const property = fc.property(nearPlainYaml([printed, written, ...pieces]), (text) => {
      if (readPlainYaml(text) !== undefined) read++;
      expect(difference(text)).toBe(undefined);
    });
    fc.assert(property, { numRuns: 5000 });
    expect(read).toBeGreaterThan(500);
  });
});

test.each([
  ...[
    "a: &b c",
    "a: !!str 1",
    "a: b # c",
    "a:\tb",
    "a: é",
    "a: b\r",
    "a: {b: c} # d",
    "a: [b: c]",
    "a: [b, ]",
    "a: [- b]",
    "a: {b: c, b: d}",
    "a: {b: }",
    'a: {"b":c}',
    "a: [b,\n  c]",
    "a: [null]",
    'a: "\\n"',
    "a: b\n  c",
    "a: 'b\n  c'",
    "a: b\na: c",
  ],
  ...[
    "__proto__: a",
    "yes: a",
    "1: a",
    "'a': b",
    "? a",
    "a",
    "- ",
    "<<: a",
    "a: >\n  b\n",
    "a: |+\n  b\n",
    "a: |\n  b",
    "a: .inf",
  ],
  ...["...\na: b", "a: b\n...\n", "--- a: b"],
])("the scanner leaves %j to the full reader", (text) => {
  expect(readPlainYaml(text)).toBe(undefined);
});

test.each([
  ["a key", "k".repeat(1000), "k".repeat(1001), ": a"],
  ["a number", `a: ${"1".repeat(1000)}`, `a: ${"1".repeat(1001)}`, ""],
  ["a literal block", `a: |\n  ${"b".repeat(2 ** 20 - 4)}`, `a: |\n  ${"b".repeat(2 ** 20 - 3)}`, "\n"],
  ["nesting", nested(100), nested(101), ""],
  ["a list", "- a\n".repeat(499_999), "- a\n".repeat(500_000), ""],
])("beyond its limit the scanner leaves %s to the full reader", (_, least, beyond, end) => {
  expect([least, beyond].map((text) => readPlainYaml(text + end) === undefined)).toEqual([false, true]);
});

function nested(levels: number): string {
  return Array.from({ length: levels }, (_, depth) => `${" ".repeat(depth)}a:\n`).join("");
}

test.each(["", "\n", "# c", "  \n# c\n"])("%j is empty to the scanner too", (text) => {
  expect(readPlainYaml(text)).toMatchObject({ ok: true, value: { value: null } });
});
