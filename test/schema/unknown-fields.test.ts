import { describe, expect, it } from "vitest";
import { servedVersions } from "../../src/core/api/served-versions.ts";
import { errorText } from "../../src/core/field/error.ts";
import { formatPath } from "../../src/core/field/path.ts";
import { unknownFields } from "../../src/schema/unknown-fields.ts";
import { goVectors } from "../fixtures/go/vectors.ts";
import { validObject } from "../harness/objects.ts";
import { deepFreeze } from "../harness/requirements.ts";
import { rowOf } from "../harness/reviews.ts";
import { requireServedVersion } from "../harness/served-version.ts";

interface Submitted {
  readonly apiVersion: string;
  readonly kind: string;
}

const { rows } = goVectors("unknown") as {
  readonly rows: readonly (readonly [object: Submitted, fields: readonly string[]])[];
};

function unknown({ apiVersion, kind, ...rest }: Submitted): readonly string[] {
  const { schema } = requireServedVersion({ apiVersion, kind });
  return unknownFields(schema, deepFreeze({ apiVersion, kind, ...rest })).map(({ field }) =>
    formatPath(field).toWellFormed(),
  );
}

function reported(object: unknown, version = "v1", kind = "Lease"): readonly string[] {
  return unknownFields(rowOf(version, kind).schema, object).map(errorText);
}

describe("compared with Go's strict decoder", () => {
  it("has vectors of every version, with and without unknown fields", () => {
    expect(new Set(rows.map(([{ apiVersion, kind }]) => `${apiVersion} ${kind}`)).size).toBe(servedVersions.length);
    expect(rows.filter(([, fields]) => fields.length === 0).length).toBeGreaterThan(20);
    expect(rows.filter(([, fields]) => fields.length > 0).length).toBeGreaterThan(80);
    expect(Math.max(...rows.map(([, fields]) => fields.length))).toBe(100);
  });

  it.each(rows)("%j", (object, fields) => expect(unknown(object)).toEqual(fields));
});

describe("unknownFields", () => {
  it.each(servedVersions)("knows all fields of a valid $gvk.kind $gvk.version", (served) => {
    expect(unknownFields(served.schema, validObject(served))).toEqual([]);
  });

  const cases: Readonly<Record<string, readonly [object: unknown, texts: readonly string[]]>> = {
    "nothing near": [{ status: {} }, ["status: Forbidden: unknown field"]],
    "an abbreviated field": [
      { spec: { leaseDuration: 15 } },
      ["spec.leaseDuration: Forbidden: unknown field, did you mean leaseDurationSeconds?"],
    ],
    "a field of a list's item": [
      { metadata: { ownerReferences: [{}, { blockOwnerDelete: true }] } },
      ["metadata.ownerReferences[1].blockOwnerDelete: Forbidden: unknown field, did you mean blockOwnerDeletion?"],
    ],
    "letter case": [
      { KIND: "Lease", Spec: {} },
      ["KIND: Forbidden: unknown field, did you mean kind?", "Spec: Forbidden: unknown field, did you mean spec?"],
    ],
    "a level too high": [
      { name: "a", holderIdentity: "b" },
      [
        "name: Forbidden: unknown field, belongs in metadata",
        "holderIdentity: Forbidden: unknown field, belongs in spec",
      ],
    ],
    "a level too low": [
      { spec: { metadata: {}, labels: {} }, metadata: { kind: "Lease", leaseTransitions: 1 } },
      [
        "spec.metadata: Forbidden: unknown field, belongs at the top level",
        "spec.labels: Forbidden: unknown field, belongs in metadata",
        "metadata.kind: Forbidden: unknown field, belongs at the top level",
        "metadata.leaseTransitions: Forbidden: unknown field, belongs in spec",
      ],
    ],
    "an owner's namespace, which is not the object's": [
      { metadata: { ownerReferences: [{ namespace: "a" }] } },
      ["metadata.ownerReferences[0].namespace: Forbidden: unknown field"],
    ],
  };

  it.each(Object.entries(cases))("%s", (_, [object, texts]) => expect(reported(object)).toEqual(texts));

  it.each(["v1alpha2", "v1beta1"])("explains preferredStrategies in %s", (version) => {
    const advice = "only LeaseCandidate v1alpha1 takes a list, did you mean strategy, which takes one?";
    expect(reported({ spec: { preferredStrategies: [] } }, version, "LeaseCandidate")).toEqual([
      `spec.preferredStrategies: Forbidden: unknown field, ${advice}`,
    ]);
  });

  it("explains strategy in v1alpha1", () => {
    expect(reported({ spec: { strategy: "a" } }, "v1alpha1", "LeaseCandidate")).toEqual([
      "spec.strategy: Forbidden: unknown field, LeaseCandidate v1alpha1 takes a list, did you mean preferredStrategies?",
    ]);
  });

  it.each([
    undefined,
    null,
    7,
    "",
    [],
    [{ unknown: 1 }],
    { spec: 7 },
    { spec: null },
    { metadata: { ownerReferences: [[{ a: 1 }], "a"] } },
  ])("reports nothing for %j", (data) => expect(reported(data)).toEqual([]));

  it("shortens a very long name", () => {
    const [text = ""] = reported({ spec: { ["x".repeat(1_000_000)]: 1 } });
    expect(text.length).toBeLessThan(2000);
  });

  it("throws for an unknown schema", () =>
    expect(() => unknownFields("lease.json", {})).toThrow("no schema lease.json"));
});
