import { describe, expect, it } from "vitest";
import { formatPath } from "../../src/core/field/path.ts";
import { checkSchema } from "../../src/schema/check.ts";
import { validators } from "../../src/schema/generated.ts";

const lease = "coordination.k8s.io/v1/lease.json";
const type = `"apiVersion":"coordination.k8s.io/v1","kind":"Lease"`;
const faults = (data: unknown): readonly string[] =>
  checkSchema(lease, data).map((fault) => `${fault.type} ${formatPath(fault.field)}`);

const ownKeys = ["__proto__", "constructor", "toString", "valueOf", "hasOwnProperty", "prototype", "length"];

describe("unknown fields are allowed", () => {
  it.each(ownKeys.concat("unknown", "", "$ref", "a/b~c"))("%j at every level", (key) => {
    for (const value of [`null`, `1`, `"a"`, `[]`, `{"type":1}`]) {
      const field = `${JSON.stringify(key)}:${value}`;
      const item = `[{${field}}]`;
      const text = `{${type},${field},"metadata":{${field},"ownerReferences":${item},"managedFields":${item}},"spec":{${field}}}`;
      expect(faults(JSON.parse(text))).toEqual([]);
    }
  });
});

describe("keys that every object inherits", () => {
  it.each(ownKeys)("%s in a map is an ordinary key", (key) => {
    const labels = (value: string): unknown =>
      JSON.parse(`{${type},"metadata":{"labels":{${JSON.stringify(key)}:${value}}}}`);
    for (const value of [`"a"`, `""`, `null`]) expect(faults(labels(value))).toEqual([]);
    for (const value of [`1`, `{}`, `[]`])
      expect(faults(labels(value))).toEqual([`FieldValueTypeInvalid metadata.labels[${key}]`]);
  });

  it.each(Object.keys(validators))("%s does not read inherited fields as submitted ones", (schema) => {
    const inherited = JSON.parse(
      `{"__proto__":{"apiVersion":"coordination.k8s.io/v1","kind":"Lease","request":{}}}`,
    ) as object;
    expect(checkSchema(schema, inherited).map(({ type }) => type)).toContain("FieldValueRequired");
  });

  it("an unknown schema is a bug of the caller", () => {
    expect(() => checkSchema("coordination.k8s.io/v1/lease-candidate.json", {})).toThrow(
      "no schema coordination.k8s.io/v1/lease-candidate.json",
    );
  });
});

describe("reports at most 100 errors", () => {
  const million = 1_000_000;
  const bad: Readonly<Record<string, (count: number) => object>> = {
    finalizers: (count) => ({ finalizers: Array.from({ length: count }, () => 1) }),
    ownerReferences: (count) => ({ ownerReferences: Array.from({ length: count }, () => 1) }),
    "fields of ownerReferences": (count) => ({
      ownerReferences: Array.from({ length: count }, () => ({ name: 1, uid: 1 })),
    }),
    managedFields: (count) => ({ managedFields: Array.from({ length: count }, () => ({ time: "now" })) }),
    labels: (count) => ({ labels: Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${index}`, 1])) }),
  };

  it.each(Object.entries(bad))("1,000,000 bad %s", (_, make) => {
    const data = { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: make(million) };
    checkSchema(lease, data);
    const start = performance.now();
    const reported = checkSchema(lease, data);
    // For labels, listing the keys of the map takes most of the time.
    expect(performance.now() - start).toBeLessThan(10_000);
    expect(reported).toHaveLength(100);
  });

  it.each([1, 2, 99, 100, 101])("%i bad finalizers", (count) => {
    const data = { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: bad["finalizers"]?.(count) };
    const reported = faults(data);
    expect(reported).toEqual(
      Array.from({ length: Math.min(count, 100) }, (_, index) => `FieldValueTypeInvalid metadata.finalizers[${index}]`),
    );
  });

  it("reports the errors of all parts together, and none of the previous call", () => {
    const data = { apiVersion: "x", kind: "Lease", metadata: { name: 1 }, spec: { strategy: 1, renewTime: "" } };
    const reported = [
      "FieldValueNotSupported apiVersion",
      "FieldValueTypeInvalid metadata.name",
      "FieldValueInvalid spec.renewTime",
      "FieldValueTypeInvalid spec.strategy",
    ];
    expect([...faults(data)].sort()).toEqual(reported.toSorted());
    expect([...faults(data)].sort()).toEqual(reported.toSorted());
    expect(faults(JSON.parse(`{${type}}`))).toEqual([]);
  });
});
