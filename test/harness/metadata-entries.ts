import type { Draft } from "./objects.ts";
import type { ExpectedCause, ReportingRow, Row, RuleTable } from "./rule-table.ts";
import { metadata, spec } from "./tweaks.ts";

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

/** A renewal adds up to 10 entries beyond a limit. */
const renewed = spec({ renewTime: "2026-07-01T08:00:20.000000Z" });

/** Returns a tweak that renews an object and sets the number of entries of a field. */
function renewedWith(field: string, count: number): (object: Draft) => void {
  return (object) => {
    entries(field, count)(object);
    renewed(object);
  };
}

/** Returns a tweak that sets entries of server-side apply, and other entries. */
function managers(applied: number, others: number, operation: string): ReturnType<typeof metadata> {
  return (object) => {
    entries("managedFields", applied + others)(object);
    const list = object.metadata["managedFields"] as Record<string, unknown>[];
    for (const entry of list.slice(applied)) entry["operation"] = operation;
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
    silent: {
      "managedFields: entries of updates beyond the limit": { tweak: managers(maximum, 20, "Update") },
      "managedFields: as many as before, and an entry of an update": {
        operations: ["UPDATE"],
        old: entries("managedFields", maximum + 2),
        tweak: managers(maximum + 2, 1, "Update"),
      },
      ...rows<Row>((field) => ({
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
        [`${field}: 10 more than the limit, in a renewal`]: {
          operations: ["UPDATE"],
          old: entries(field, maximum),
          tweak: renewedWith(field, maximum + 10),
        },
        [`${field}: 10 more than before, in a renewal`]: {
          operations: ["UPDATE"],
          old: entries(field, maximum + 10),
          tweak: renewedWith(field, maximum + 20),
        },
        [`${field}: many before, none now`]: {
          operations: ["UPDATE"],
          old: entries(field, maximum + 2),
          tweak: entries(field, 0),
        },
        ...(Number.isFinite(upTo) && {
          [`${field}: more than ${upTo}`]: { tweak: entries(field, upTo + 1) },
          [`${field}: more than ${upTo + 10}, in a renewal`]: {
            operations: ["UPDATE"],
            tweak: renewedWith(field, upTo + 11),
          },
        }),
      })),
    },
    reports: {
      "managedFields: another operation": { tweak: managers(maximum, 1, "Patch"), causes: causes("managedFields") },
      ...rows<ReportingRow>((field) => ({
        [`${field}: ${maximum + 1}`]: { tweak: entries(field, maximum + 1), causes: causes(field) },
        [`${field}: one more than before`]: {
          operations: ["UPDATE"],
          old: entries(field, maximum + 1),
          tweak: entries(field, maximum + 2),
          causes: causes(field),
        },
        [`${field}: 11 more than the limit, in a renewal`]: {
          operations: ["UPDATE"],
          old: entries(field, maximum),
          tweak: renewedWith(field, maximum + 11),
          causes: causes(field),
        },
        [`${field}: 11 more than before, in a renewal`]: {
          operations: ["UPDATE"],
          old: entries(field, maximum + 10),
          tweak: renewedWith(field, maximum + 21),
          causes: causes(field),
        },
        [`${field}: ${maximum + 1}, in a create`]: {
          operations: ["CREATE"],
          tweak: renewedWith(field, maximum + 1),
          causes: causes(field),
        },
        ...(Number.isFinite(upTo) && {
          [`${field}: ${upTo}`]: { tweak: entries(field, upTo), causes: causes(field) },
          [`${field}: ${upTo + 10}, in a renewal`]: {
            operations: ["UPDATE"],
            tweak: renewedWith(field, upTo + 10),
            causes: causes(field),
          },
        }),
      })),
      "finalizers and ownerReferences: more": {
        tweak: counts({ finalizers: maximum + 1, ownerReferences: maximum + 1 }),
        causes: [...causes("finalizers"), ...causes("ownerReferences")],
      },
    },
  };
}
