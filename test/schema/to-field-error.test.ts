import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { errorText } from "../../src/core/field/error.ts";
import { validators as policyValidators } from "../../src/policy/file/generated.ts";
import { checkSchema, checkWith } from "../../src/schema/check.ts";
import { toFieldError } from "../../src/schema/to-field-error.ts";
import { validators as suiteValidators } from "../../src/suite/generated.ts";

const lease = "coordination.k8s.io/v1/lease.json";
const review = "admission.k8s.io/admission-review.json";
const policy = "lease-guard.dev/v1alpha1/policy.json";
const suite = "test.lease-guard.dev/v1alpha1/suite.json";
const policyType = { apiVersion: "lease-guard.dev/v1alpha1", kind: "Policy" };
const exemption = {
  rules: ["lease/strategy-valid"],
  match: { names: ["a"] },
  reason: "a",
  owner: "a",
  expires: "2027-01-15",
};
const type = { apiVersion: "coordination.k8s.io/v1", kind: "Lease" };
const microTime = "must be an RFC 3339 time with exactly six fraction digits, such as 2026-07-01T08:00:00.000000Z";

/** Errors by keyword. Each keyword that can fail has at least one error message. */
const reported: Readonly<
  Record<string, readonly (readonly [schema: string, data: object, origin: string, text: string])[]>
> = {
  minItems: [
    [
      policy,
      { ...policyType, exemptions: [{ ...exemption, rules: [] }] },
      "schema/range",
      "exemptions[0].rules: Invalid value: […]: must not be empty",
    ],
  ],
  minLength: [
    [
      policy,
      { ...policyType, exemptions: [{ ...exemption, owner: "" }] },
      "schema/range",
      'exemptions[0].owner: Invalid value: "": must not be empty',
    ],
  ],
  minProperties: [
    [
      policy,
      { ...policyType, exemptions: [{ ...exemption, match: {} }] },
      "schema/range",
      "exemptions[0].match: Invalid value: {…}: must not be empty",
    ],
  ],
  type: [
    [lease, { ...type, spec: { strategy: 1 } }, "schema/type", "spec.strategy: Invalid value: 1: must be a string"],
    [
      lease,
      { ...type, spec: { leaseTransitions: "1" } },
      "schema/type",
      'spec.leaseTransitions: Invalid value: "1": must be an integer',
    ],
    [lease, { ...type, spec: [] }, "schema/type", "spec: Invalid value: […]: must be an object"],
    [
      lease,
      { ...type, metadata: { finalizers: {} } },
      "schema/type",
      "metadata.finalizers: Invalid value: {…}: must be a list",
    ],
    [
      lease,
      { ...type, metadata: { labels: { "a/b": 1 } } },
      "schema/type",
      "metadata.labels[a/b]: Invalid value: 1: must be a string",
    ],
    [
      lease,
      { ...type, metadata: { ownerReferences: [{}, { controller: 0 }] } },
      "schema/type",
      "metadata.ownerReferences[1].controller: Invalid value: 0: must be true or false",
    ],
  ],
  minimum: [
    [
      lease,
      { ...type, spec: { leaseTransitions: -2147483649 } },
      "schema/range",
      "spec.leaseTransitions: Invalid value: -2147483649: must be greater than or equal to -2147483648",
    ],
  ],
  maximum: [
    [
      lease,
      { ...type, spec: { leaseTransitions: 2147483648 } },
      "schema/range",
      "spec.leaseTransitions: Invalid value: 2147483648: must be less than or equal to 2147483647",
    ],
  ],
  format: [
    [lease, { ...type, spec: { renewTime: "" } }, "schema/format", `spec.renewTime: Invalid value: "": ${microTime}`],
    [
      lease,
      { ...type, metadata: { managedFields: [{ time: "now" }] } },
      "schema/format",
      'metadata.managedFields[0].time: Invalid value: "now": must be an RFC 3339 time, such as 2026-07-01T08:00:00Z',
    ],
    [
      policy,
      { ...policyType, clockSkewAllowance: "5" },
      "schema/format",
      'clockSkewAllowance: Invalid value: "5": must be a duration, such as 5s or 1m30s',
    ],
    [
      suite,
      { apiVersion: "test.lease-guard.dev/v1alpha1", kind: "Suite", cases: [{ name: "a", expect: "denied" }] },
      "schema/format",
      'cases[0].expect: Invalid value: "denied": must be allowed, or an object with denied, warned, audited, or abstained',
    ],
    [review, reviewWith({ uid: "" }), "schema/format", 'request.uid: Invalid value: "": must be 1 to 256 characters'],
  ],
  required: [[lease, { apiVersion: type.apiVersion }, "schema/required", "kind: Required value"]],
  const: [
    [lease, { ...type, kind: "Pod" }, "schema/value", 'kind: Unsupported value: "Pod": supported values: "Lease"'],
  ],
  enum: [
    [
      review,
      reviewWith({ operation: "PATCH" }),
      "schema/value",
      'request.operation: Unsupported value: "PATCH": supported values: "CREATE", "UPDATE", "DELETE", "CONNECT"',
    ],
  ],
};

function reviewWith(fields: object): object {
  const request = {
    uid: "a",
    kind: { group: "", version: "", kind: "" },
    resource: { group: "", version: "", resource: "" },
    operation: "CREATE",
  };
  return { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", request: { ...request, ...fields } };
}

/** Keywords that cannot fail themselves, because they contain or describe schemas. */
const describing = [
  "$schema",
  "$id",
  "$ref",
  "$defs",
  "title",
  "description",
  "deprecated",
  "examples",
  "properties",
  "items",
];

/**
 * Keywords that the validators do not check. `unknownFields` checks `additionalProperties: false`,
 * and `format` checks the same requirement as `pattern`.
 */
const notCompiled = ["additionalProperties", "pattern"];

const cannotFail = [...describing, ...notCompiled];

function keywordsOf(schema: Readonly<Record<string, unknown>>): readonly string[] {
  const maps = ["properties", "$defs"].flatMap((keyword) =>
    Object.values((schema[keyword] ?? {}) as Record<string, typeof schema>),
  );
  const single = ["items", "additionalProperties"].flatMap((keyword) =>
    typeof schema[keyword] === "object" ? [schema[keyword] as typeof schema] : [],
  );
  return [...Object.keys(schema), ...[...maps, ...single].flatMap(keywordsOf)];
}

describe("toFieldError", () => {
  it("has a message for every keyword of the schemas that can fail", () => {
    const folder = new URL("../../schemas/", import.meta.url);
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".json"));
    const keywords = files.flatMap((path) =>
      keywordsOf(JSON.parse(readFileSync(new URL(path, folder), "utf8")) as Record<string, unknown>),
    );
    expect([...new Set(keywords)].filter((keyword) => !cannotFail.includes(keyword)).sort()).toEqual(
      Object.keys(reported).sort(),
    );
  });

  it.each(Object.values(reported).flat())("%s %j", (schema, data, origin, text) => {
    const validators = [policyValidators, suiteValidators].find((validators) => Object.hasOwn(validators, schema));
    const faults = validators === undefined ? checkSchema(schema, data) : checkWith(validators, schema, data);
    expect(faults.map((fault) => [fault.origin, errorText(fault)])).toEqual([[origin, text]]);
  });

  it("throws if a keyword has no message", () => {
    const error = { instancePath: "", schemaPath: "#/maxItems", keyword: "maxItems", params: {} };
    expect(() => toFieldError(error, [])).toThrow("no translation of the schema keyword maxItems");
  });

  it.each([
    ["type", { type: "null" }, ""],
    ["type", { type: ["null", "array"] }, "must be a list"],
    ["format", { format: "unknown" }, ""],
  ])("%s with %j", (keyword, params, detail) => {
    expect(toFieldError({ instancePath: "", schemaPath: `#/${keyword}`, keyword, params }, 1).detail).toBe(detail);
  });
});
