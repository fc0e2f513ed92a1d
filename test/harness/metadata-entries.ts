import type { Draft } from "./objects.ts";
import type { ExpectedCause, ReportingRow, Row, RuleTable } from "./rule-table.ts";
import { metadata } from "./tweaks.ts";

const items: Readonly<Record<string, (index: number) => unknown>> = {
  finalizers: (index) => `example.com/f${index}`,
  ownerReferences: (index) => ({ apiVersion: "v1", kind: "Pod", name: `p${index}`, uid: `u${index}` }),
  managedFields: (index) => ({
    manager: `m${index}`,
    operation: "Apply",
    apiVersion: "coordination.k8s.io/v1",
    fieldsType: "FieldsV1",
    fieldsV1: {},
  }),
};

function entries(field: string, count: number): ReturnType<typeof metadata> {
  const indices = Array.from({ length: count }, (_, index) => index);
  const item = items[field];
  return metadata({
    [field]: item ? indices.map(item) : Object.fromEntries(indices.map((index) => [`example.com/k${index}`, "v"])),
  });
}

function counts(numbers: Readonly<Record<string, number>>): (object: Draft) => void {
  return (object) => {
    for (const [field, count] of Object.entries(numbers)) entries(field, count)(object);
  };
}

export function entriesTable(maximum: number, upTo: number = Number.POSITIVE_INFINITY): RuleTable {
  const fields = [...Object.keys(items), "labels"];
  const rows = <R>(row: (field: string) => Readonly<Record<string, R>>): Readonly<Record<string, R>> =>
    Object.assign({}, ...fields.map(row));
  const causes = (field: string): readonly ExpectedCause[] => [
    { type: "FieldValueForbidden", field: `metadata.${field}` },
  ];
  return {
    silent: rows<Row>((field) => ({
      [`${field}: absent`]: { tweak: metadata({ [field]: null }) },
      [`${field}: none`]: { tweak: entries(field, 0) },
      [`${field}: ${maximum}`]: { tweak: entries(field, maximum) },
      [`${field}: as many as before`]: {
        operations: ["UPDATE"],
        old: entries(field, maximum + 1),
        tweak: entries(field, maximum + 1),
      },
      [`${field}: fewer than before`]: {
        operations: ["UPDATE"],
        old: entries(field, maximum + 2),
        tweak: entries(field, maximum + 1),
      },
      [`${field}: many before, none now`]: {
        operations: ["UPDATE"],
        old: entries(field, maximum + 2),
        tweak: entries(field, 0),
      },
      ...(Number.isFinite(upTo) && { [`${field}: more than ${upTo}`]: { tweak: entries(field, upTo + 1) } }),
    })),
    reports: {
      ...rows<ReportingRow>((field) => ({
        [`${field}: ${maximum + 1}`]: { tweak: entries(field, maximum + 1), causes: causes(field) },
        [`${field}: one more than before`]: {
          operations: ["UPDATE"],
          old: entries(field, maximum + 1),
          tweak: entries(field, maximum + 2),
          causes: causes(field),
        },
        ...(Number.isFinite(upTo) && { [`${field}: ${upTo}`]: { tweak: entries(field, upTo), causes: causes(field) } }),
      })),
      "finalizers and ownerReferences: more": {
        tweak: counts({ finalizers: maximum + 1, ownerReferences: maximum + 1 }),
        causes: [...causes("finalizers"), ...causes("ownerReferences")],
      },
    },
  };
}
