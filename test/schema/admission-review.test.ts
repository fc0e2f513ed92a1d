import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fieldAt } from "../../src/core/api/fields.ts";
import { boundTokenKeys, podNameKey } from "../../src/core/api/user-extra.ts";
import { formatPath } from "../../src/core/field/path.ts";
import { checkSchema } from "../../src/schema/check.ts";

const schema = "admission.k8s.io/admission-review.json";

type Draft = Record<string, Record<string, Record<string, unknown>>>;

function review(tweak: (review: Draft) => void): unknown {
  const draft = {
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    request: {
      uid: "b3c0",
      kind: { group: "coordination.k8s.io", version: "v1", kind: "Lease" },
      resource: { group: "coordination.k8s.io", version: "v1", resource: "leases" },
      operation: "CREATE",
      userInfo: {},
    },
  };
  tweak(draft as unknown as Draft);
  return draft;
}

/**
 * Returns a tweak that sets the field at a path with dots. The value undefined removes the field.
 */
const set =
  (path: string, value: unknown) =>
  (draft: Draft): void => {
    const steps = path.split(".");
    const parent = steps
      .slice(0, -1)
      .reduce<Record<string, unknown>>((at, step) => at[step] as Record<string, unknown>, draft);
    if (value === undefined) delete parent[String(steps.at(-1))];
    else parent[String(steps.at(-1))] = value;
  };

const faults = (data: unknown): readonly string[] =>
  checkSchema(schema, data).map((fault) => `${fault.type} ${fault.origin} ${formatPath(fault.field)}`);

const strings = ["a", "\n", "\u2028", "\ud800", " "];
const notStrings = [0, true, [], {}];
const notObjects = [0, "a", true, [], [{}]];
const names = ["kind.group", "kind.version", "kind.kind", "resource.group", "resource.version", "resource.resource"];

const required: Readonly<Record<string, { readonly takes: readonly unknown[]; readonly refuses: readonly unknown[] }>> =
  {
    request: { takes: [], refuses: [null, ...notObjects] },
    "request.uid": { takes: ["a", "0", " "], refuses: [null, ...notStrings] },
    "request.kind": { takes: [], refuses: [null, ...notObjects] },
    "request.resource": { takes: [], refuses: [null, ...notObjects] },
    ...Object.fromEntries(
      names.map((name) => [`request.${name}`, { takes: ["", ...strings], refuses: [null, ...notStrings] }]),
    ),
  };

const optional: typeof required = {
  "request.subResource": { takes: ["", ...strings], refuses: notStrings },
  "request.name": { takes: ["", ...strings], refuses: notStrings },
  "request.namespace": { takes: ["", ...strings], refuses: notStrings },
  "request.userInfo": {
    takes: [{}, { username: null, groups: null }, { groups: [null, "a"], extra: { a: ["b"] } }],
    refuses: notObjects,
  },
  "request.userInfo.extra": {
    takes: [{}, { a: 1 }, { [podNameKey]: null }, { [podNameKey]: [] }, { [podNameKey]: [null, "a"] }],
    refuses: notObjects,
  },
  "request.object": { takes: [{}, { kind: 1 }], refuses: notObjects },
  "request.oldObject": { takes: [{}, { kind: 1 }], refuses: notObjects },
  "request.dryRun": { takes: [true, false], refuses: [0, "true", [], {}] },
};

describe("required fields of a review", () => {
  it.each(Object.entries(required))("%s", (path, { takes, refuses }) => {
    expect(faults(review(set(path, undefined)))).toEqual([`FieldValueRequired schema/required ${path}`]);
    expect(takes.filter((value) => faults(review(set(path, value))).length > 0)).toEqual([]);
    for (const value of refuses)
      expect(faults(review(set(path, value)))).toEqual([`FieldValueTypeInvalid schema/type ${path}`]);
  });

  it.each([
    ["apiVersion", ["admission.k8s.io/v1", "admission.k8s.io/v1beta1"], [null, "", "v1", "admission.k8s.io/v2", 1, {}]],
    ["kind", ["AdmissionReview"], [null, "", "admissionreview", "Lease", 1, {}]],
    ["request.operation", ["CREATE", "UPDATE", "DELETE", "CONNECT"], [null, "", "create", "PATCH", 1, {}]],
  ])("%s: one of its values", (path, takes, refuses) => {
    expect(faults(review(set(path, undefined)))).toEqual([`FieldValueRequired schema/required ${path}`]);
    expect(takes.filter((value) => faults(review(set(path, value))).length > 0)).toEqual([]);
    for (const value of refuses)
      expect(faults(review(set(path, value)))).toEqual([`FieldValueNotSupported schema/value ${path}`]);
    expect(checkSchema(schema, review(set(path, "x")))[0]?.detail).toBe(
      `supported values: ${takes.map((value) => `"${value}"`).join(", ")}`,
    );
  });

  it("a uid of 1 to 256 characters", () => {
    for (const uid of ["", "x".repeat(257)])
      expect(faults(review(set("request.uid", uid)))).toEqual(["FieldValueInvalid schema/format request.uid"]);
    for (const uid of ["x", "x".repeat(256)]) expect(faults(review(set("request.uid", uid)))).toEqual([]);
  });
});

describe("optional fields of a review", () => {
  it.each(Object.entries(optional))("%s", (path, { takes, refuses }) => {
    expect([...takes, null, undefined].filter((value) => faults(review(set(path, value))).length > 0)).toEqual([]);
    for (const value of refuses)
      expect(faults(review(set(path, value)))).toEqual([`FieldValueTypeInvalid schema/type ${path}`]);
  });

  it.each([
    ["username", 1, "request.userInfo.username"],
    ["groups", "a", "request.userInfo.groups"],
    ["groups", [null, "a", 1], "request.userInfo.groups[2]"],
  ])("userInfo.%s: %j", (field, value, path) => {
    expect(faults(review(set("request.userInfo", { [field]: value })))).toEqual([
      `FieldValueTypeInvalid schema/type ${path}`,
    ]);
  });

  it.each(boundTokenKeys)("userInfo.extra: a list of strings as %s", (key) => {
    for (const [value, at] of [
      ["a", ""],
      [["a", 1], "[1]"],
    ] as const)
      expect(faults(review(set("request.userInfo", { extra: { [key]: value } })))).toEqual([
        `FieldValueTypeInvalid schema/type request.userInfo.extra.${key}${at}`,
      ]);
  });
});

describe("the entries of a bound token in a schema", () => {
  it.each([
    [schema, ["properties", "request", "properties", "userInfo"]],
    ["test.lease-guard.dev/v1alpha1/suite.json", ["$defs", "user"]],
  ])("%s", (file, user) => {
    const whole: unknown = JSON.parse(readFileSync(new URL(`../../schemas/${file}`, import.meta.url), "utf8"));
    const extra = fieldAt(whole, ...user, "properties", "extra", "properties") as object;
    expect(Object.keys(extra).toSorted()).toEqual(boundTokenKeys.toSorted());
  });
});

describe("other values than a review", () => {
  it.each([[null], [undefined], [0], [""], [true], [[]]])("%j", (data) => {
    expect(faults(data)).toEqual(["FieldValueTypeInvalid schema/type "]);
  });
});
