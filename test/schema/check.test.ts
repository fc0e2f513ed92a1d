import { describe, expect, it } from "vitest";
import { formatPath } from "../../src/core/field/path.ts";
import { checkSchema } from "../../src/schema/check.ts";

/**
 * The values that a field accepts, and the values that it rejects, with their errors. Every field
 * also accepts null, and can be absent.
 */
interface Form {
  readonly takes: readonly unknown[];
  readonly refuses: readonly (readonly [fault: string, values: readonly unknown[]])[];
}

const wrongType = "FieldValueTypeInvalid schema/type";
const outOfRange = "FieldValueInvalid schema/range";
const badFormat = "FieldValueInvalid schema/format";

const string: Form = {
  takes: ["", "a", "\u0000", "\ud800", "a".repeat(1000)],
  refuses: [[wrongType, [0, 1.5, false, [], {}]]],
};
const int32: Form = {
  takes: [0, -0, 1, -1, 2 ** 31 - 2, 2 ** 31 - 1, -(2 ** 31) + 1, -(2 ** 31)],
  refuses: [
    [wrongType, ["", "1", 0.5, 1.5, -1e-9, true, [], [1], {}]],
    [outOfRange, [2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e300]],
  ],
};
/**
 * JSON.parse returns the same number for 2^63 and 2^63 - 1, so both are accepted. The first
 * rejected number is 2^63 + 2048.
 */
const int64: Form = {
  takes: [0, -1, 2 ** 31, 2 ** 53, 2 ** 63 - 1024, 2 ** 63, -(2 ** 63)],
  refuses: [
    [wrongType, ["1", 1.5, false, [], {}]],
    [outOfRange, [2 ** 63 + 2048, -(2 ** 63) - 2048]],
  ],
};
const notTimes = [
  "",
  "now",
  "2026-07-01",
  "2026-07-01 08:00:00.000000Z",
  "2026-02-29T08:00:00.000000Z",
  "2026-07-01T24:00:00.000000Z",
];
const time: Form = {
  takes: ["2026-07-01T08:00:00Z", "2026-07-01T08:00:00.5+02:00"],
  refuses: [
    [wrongType, [0, true, [], {}]],
    [badFormat, [...notTimes, "2026-07-01T08:00:00", "2026-07-01T08:00:00.Z"]],
  ],
};
const microTime: Form = {
  takes: ["2026-07-01T08:00:00.000000Z", "2026-07-01T08:00:00.123456-07:00"],
  refuses: [
    [wrongType, [0, true, [], {}]],
    [badFormat, [...notTimes, "2026-07-01T08:00:00Z", "2026-07-01T08:00:00.00000Z", "2026-07-01T08:00:00.0000000Z"]],
  ],
};
const boolean: Form = { takes: [true, false], refuses: [[wrongType, [0, 1, "true", [], {}]]] };
const object: Form = { takes: [{}, { unknown: [{}] }], refuses: [[wrongType, [0, "", "a", true, [], [{}]]]] };
const list: Form = { takes: [[], [null]], refuses: [[wrongType, [0, "", true, {}, { 0: "a" }]]] };

type Fields = Readonly<Record<string, Form>>;

/**
 * The types of fields by their paths. The step 0 is the first item of a list. A step in brackets is
 * a key of a map.
 */
const metadata: Fields = {
  "": object,
  ...fieldsOf(".", string, ["name", "generateName", "namespace", "selfLink", "uid", "resourceVersion"]),
  ...fieldsOf(".", int64, ["generation", "deletionGracePeriodSeconds"]),
  ...fieldsOf(".", time, ["creationTimestamp", "deletionTimestamp", "managedFields.0.time"]),
  ...fieldsOf(".", object, ["ownerReferences.0", "managedFields.0"]),
  ...fieldsOf(".", list, ["ownerReferences", "finalizers", "managedFields"]),
  ...fieldsOf(".ownerReferences.0.", string, ["apiVersion", "kind", "name", "uid"]),
  ...fieldsOf(".ownerReferences.0.", boolean, ["controller", "blockOwnerDeletion"]),
  ...fieldsOf(".managedFields.0.", string, ["manager", "operation", "apiVersion", "fieldsType", "subresource"]),
  ...fieldsOf(".", string, [
    "finalizers.0",
    "labels.[a/b~c]",
    "labels.[__proto__]",
    "annotations.[0]",
    "annotations.[constructor]",
  ]),
  ".labels": { ...object, takes: [{}, { a: null }] },
  ".annotations": { ...object, takes: [{}, { a: "" }] },
};
const leaseSpec: Fields = {
  "": object,
  ...fieldsOf(".", string, ["holderIdentity", "strategy", "preferredHolder"]),
  ...fieldsOf(".", int32, ["leaseDurationSeconds", "leaseTransitions"]),
  ...fieldsOf(".", microTime, ["acquireTime", "renewTime"]),
};
const commonSpec: Fields = {
  "": object,
  ...fieldsOf(".", string, ["leaseName", "binaryVersion", "emulationVersion"]),
  ...fieldsOf(".", microTime, ["pingTime", "renewTime"]),
};
const candidateSpec: Fields = { ...commonSpec, ".strategy": string };
const firstCandidateSpec: Fields = { ...commonSpec, ".preferredStrategies": list, ".preferredStrategies.0": string };

const kinds: readonly (readonly [version: string, kind: string, file: string, spec: Fields])[] = [
  ["v1", "Lease", "lease", leaseSpec],
  ["v1beta1", "Lease", "lease", leaseSpec],
  ["v1beta1", "LeaseCandidate", "lease-candidate", candidateSpec],
  ["v1alpha2", "LeaseCandidate", "lease-candidate", candidateSpec],
  ["v1alpha1", "LeaseCandidate", "lease-candidate", firstCandidateSpec],
];

function fieldsOf(prefix: string, form: Form, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [prefix + name, form]));
}

function nest(steps: readonly string[], value: unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return value;
  const inner = nest(rest, value);
  return step === "0" ? [inner] : Object.fromEntries([[step.replace(/^\[(.*)\]$/, "$1"), inner]]);
}

/** Formats a path in the notation of kube-apiserver, such as `metadata.managedFields[0].time`. */
const printed = (steps: readonly string[]): string => steps.join(".").replaceAll(".0", "[0]").replaceAll(".[", "[");

describe.each(kinds)("%s %s", (version, kind, file, specFields) => {
  const schema = `coordination.k8s.io/${version}/${file}.json`;
  const type = { apiVersion: `coordination.k8s.io/${version}`, kind };
  const faults = (data: unknown): readonly string[] =>
    checkSchema(schema, data).map((fault) => `${fault.type} ${fault.origin} ${formatPath(fault.field)}`);
  const rows = Object.entries({ metadata, spec: specFields }).flatMap(([part, fields]) =>
    Object.entries(fields).map(([path, form]) => ({ steps: (part + path).split("."), form })),
  );
  const submitted = (steps: readonly string[], value: unknown): object => ({
    ...type,
    ...(nest(steps, value) as object),
  });

  it.each(rows.map((row) => ({ ...row, field: printed(row.steps) })))("$field: accepted values", ({ steps, form }) => {
    expect([...form.takes, null].filter((value) => faults(submitted(steps, value)).length > 0)).toEqual([]);
    const absent: unknown = JSON.parse(JSON.stringify(submitted(steps, undefined)));
    expect(faults(absent)).toEqual([]);
  });

  it.each(rows.map((row) => ({ ...row, field: printed(row.steps) })))(
    "$field: one error for each rejected value",
    ({ steps, form, field }) => {
      for (const [fault, values] of form.refuses) {
        expect(values.map((value) => ({ value, faults: faults(submitted(steps, value)) }))).toEqual(
          values.map((value) => ({ value, faults: [`${fault} ${field}`] })),
        );
      }
    },
  );

  it.each(["apiVersion", "kind"] as const)("%s: required, with only one valid value", (field) => {
    const { [field]: own, ...rest } = type;
    expect(faults(rest)).toEqual([`FieldValueRequired schema/required ${field}`]);
    for (const value of [null, "", own.toUpperCase(), `${own} `, 0, true, [], {}, [own]]) {
      expect(faults({ ...type, [field]: value })).toEqual([`FieldValueNotSupported schema/value ${field}`]);
    }
    expect(checkSchema(schema, { ...type, [field]: "x" })[0]?.detail).toBe(`supported values: "${own}"`);
  });

  it.each([[null], [undefined], [0], [""], [true], [[]]])("%j is not an object", (data) => {
    expect(faults(data)).toEqual([`${wrongType} `]);
  });
});
