import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LeaseSpec } from "../../../src/core/api/coordination.ts";
import { leaseToHub } from "../../../src/core/api/to-hub.ts";
import { isPlainRenewal } from "../../../src/rules/shared/plain-renewal.ts";
import { isPlainRenewal as isPlainByBase } from "../../harness/plain-renewal.ts";

const optional = <T>(...values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 3 });
const owner = (uid: string, controller = false) => ({ apiVersion: "v1", kind: "Node", name: "a", uid, controller });
const times = [
  "08:00:00.000000",
  "08:00:01.000000",
  "08:00:01.500000",
  "09:00:01.000000",
  "09:00:02.000000",
  "07:00:00.000000",
];

const spec = fc.record({
  holderIdentity: optional("a", "b"),
  leaseDurationSeconds: optional(15, 30),
  acquireTime: optional("2026-07-01T08:00:00.000000Z"),
  renewTime: optional(...times.map((time) => `2026-07-01T${time}Z`)),
  leaseTransitions: optional(1),
  strategy: optional("OldestEmulationVersion"),
  preferredHolder: optional("c"),
} satisfies Record<keyof LeaseSpec, unknown>);
const metadata = fc.record({
  labels: optional({}, { a: "1" }, { a: "2" }, { b: "1" }, { a: "1", b: "1" }),
  annotations: optional({ a: "1" }, { a: "" }),
  finalizers: optional(["a/b"], ["a/b", "a/c"], ["a/c", "a/b"]),
  ownerReferences: optional([owner("1")], [owner("2")], [owner("1", true)], [owner("1"), owner("2")]),
});

/** Pairs of values that are often equal. Independent random values would nearly always differ. */
const pair = fc
  .record({
    spec,
    metadata,
    changedSpec: spec,
    changedMetadata: metadata,
    keeps: fc.constantFrom("both", "spec", "metadata", "most"),
  })
  .map(({ spec: old, metadata: oldMetadata, changedSpec, changedMetadata, keeps }) => ({
    oldObject: { spec: old, metadata: oldMetadata },
    object: {
      spec:
        keeps === "metadata" ? changedSpec : { ...old, ...(keeps !== "both" && { renewTime: changedSpec.renewTime }) },
      metadata: keeps === "both" || keeps === "metadata" || keeps === "most" ? oldMetadata : changedMetadata,
    },
  }));

describe("a plain renewal", () => {
  it("is the same for the engine as for the base's match condition", () => {
    const seen = { true: 0, false: 0 };
    const property = fc.property(pair, ({ object, oldObject }) => {
      const wire = JSON.parse(JSON.stringify({ object: filled(object), oldObject: filled(oldObject) }));
      const plain = isPlainByBase({ operation: "UPDATE", ...wire });
      seen[`${plain}`]++;
      expect(
        isPlainRenewal({ operation: "UPDATE", object: leaseToHub(wire.object), oldObject: leaseToHub(wire.oldObject) }),
      ).toBe(plain);
    });
    fc.assert(property, { numRuns: 5000 });
    expect(Math.min(seen.true, seen.false)).toBeGreaterThan(500);
  });

  it("is never a create or a delete", () => {
    const lease = leaseToHub({ metadata: {}, spec: {} });
    expect(isPlainRenewal({ operation: "CREATE", object: lease })).toBe(false);
    expect(isPlainRenewal({ operation: "DELETE", oldObject: lease })).toBe(false);
  });
});

interface Parts {
  readonly spec: object;
  readonly metadata: { readonly labels?: object | undefined };
}

/**
 * Adds empty labels if the labels are absent. Rules read absent labels and empty labels in the same
 * way.
 */
function filled({ spec: given, metadata: { labels = {}, ...rest } }: Parts): object {
  return { spec: given, metadata: { labels, ...rest } };
}
