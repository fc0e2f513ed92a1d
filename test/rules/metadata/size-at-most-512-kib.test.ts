import { rule } from "../../../src/rules/metadata/size-at-most-512-kib.ts";
import type { Draft } from "../../harness/objects.ts";
import { testRule } from "../../harness/rule-table.ts";
import { metadata, spec } from "../../harness/tweaks.ts";

const limit = 512 * 1024;
const more = 10 * 1024;
const causes = [{ type: "FieldValueForbidden", field: "metadata" }];

type Tweak = (object: Draft) => void;

/** Returns a tweak that adds one character again and again, so that the metadata has a size. */
function sized(bytes: number, add: (filler: string) => Record<string, unknown>, unit = "x", unitBytes = 1): Tweak {
  return (object) => {
    const bytesOf = (filler: string) => {
      metadata(add(filler))(object);
      return Buffer.byteLength(JSON.stringify(object.metadata));
    };
    const missing = bytes - bytesOf("");
    const rest = missing % unitBytes;
    bytesOf(`${unit.repeat((missing - rest) / unitBytes)}${"x".repeat(rest)}`);
  };
}

const inOwner = (name: string) => ({
  ownerReferences: [{ apiVersion: "v1", kind: "Pod", name, uid: "1" }],
});
const entry = { manager: "m", operation: "Update", fieldsType: "FieldsV1" };

/** All places of a long string. */
const places: Readonly<Record<string, (filler: string) => Record<string, unknown>>> = {
  ownerReferences: inOwner,
  "managedFields: fieldsV1": (name) => ({
    managedFields: [{ ...entry, fieldsV1: { "f:spec": { [`f:${name}`]: {} } } }],
  }),
  "managedFields: apiVersion": (name) => ({ managedFields: [{ ...entry, apiVersion: name }] }),
  finalizers: (name) => ({ finalizers: [`example.com/${name}`] }),
  "labels: key": (name) => ({ labels: { [`k${name}`]: "" } }),
  "labels: value": (name) => ({ labels: { k: name } }),
  annotations: (name) => ({ annotations: { k: name, '"': "\\", "\u00e9": "\u20ac" } }),
};

/** Characters that Go escapes, or that take several bytes. */
const characters: Readonly<Record<string, readonly [unit: string, bytes: number]>> = {
  "a less-than sign": ["<", 6],
  "a greater-than sign": [">", 6],
  "an ampersand": ["&", 6],
  "a line separator": ["\u2028", 6],
  "a control character": ["\u0001", 6],
  "a newline": ["\n", 2],
  "a lone surrogate": ["\ud800", 6],
  "an emoji": ["\u{1f600}", 4],
  "a quote": ['"', 2],
  "a backslash": ["\\", 2],
  "a two-byte letter": ["\u00e9", 2],
  "a three-byte letter": ["\u20ac", 3],
};

const renewed =
  (tweak: Tweak): Tweak =>
  (object) => {
    tweak(object);
    spec({ renewTime: "2026-07-01T08:00:20.000000Z" })(object);
  };

const rows = <T extends object, R>(
  all: Readonly<Record<string, T>>,
  row: (value: T) => R,
): Readonly<Record<string, R>> =>
  Object.fromEntries(Object.entries(all).map(([name, value]) => [`metadata: ${name}`, row(value)]));

testRule(rule, {
  silent: {
    ...rows(places, (add) => ({ tweak: sized(limit, add) })),
    "metadata: absent": { operations: ["CREATE"], tweak: metadata({ labels: null, annotations: null }) },
    ...Object.fromEntries(
      Object.entries(characters).map(([name, [unit, bytes]]) => [
        `ownerReferences: as many as fit of ${name}`,
        { tweak: sized(limit, inOwner, unit, bytes) },
      ]),
    ),
    "metadata: as large as before": {
      operations: ["UPDATE"],
      old: sized(2 * limit, inOwner),
      tweak: sized(2 * limit, inOwner),
    },
    "metadata: smaller than before": {
      operations: ["UPDATE"],
      old: sized(2 * limit, inOwner),
      tweak: sized(2 * limit - 1, inOwner),
    },
    "metadata: 10 KiB beyond the limit, in a renewal": {
      operations: ["UPDATE"],
      tweak: renewed(sized(limit + more, inOwner)),
    },
    "metadata: 10 KiB beyond the limit, in another update of the spec": {
      operations: ["UPDATE"],
      tweak: (object) => {
        sized(limit + more, inOwner)(object);
        spec(object.kind === "Lease" ? { leaseDurationSeconds: 16 } : { pingTime: "2026-07-01T08:00:20.000000Z" })(
          object,
        );
      },
    },
    "metadata: 10 KiB more than before, in a renewal": {
      operations: ["UPDATE"],
      old: sized(2 * limit, inOwner),
      tweak: renewed(sized(2 * limit + more, inOwner)),
    },
  },
  reports: {
    ...rows(places, (add) => ({ tweak: sized(limit + 1, add), causes })),
    "metadata: larger than before": {
      operations: ["UPDATE"],
      old: sized(2 * limit, inOwner),
      tweak: sized(2 * limit + 1, inOwner),
      causes,
    },
    "metadata: more than 10 KiB beyond the limit, in a renewal": {
      operations: ["UPDATE"],
      old: sized(limit, inOwner),
      tweak: renewed(sized(limit + more + 1, inOwner)),
      causes,
    },
    "metadata: more than 10 KiB more than before, in a renewal": {
      operations: ["UPDATE"],
      old: sized(2 * limit, inOwner),
      tweak: renewed(sized(2 * limit + more + 1, inOwner)),
      causes,
    },
    "metadata: beyond the limit, in a create": {
      operations: ["CREATE"],
      tweak: renewed(sized(limit + 1, inOwner)),
      causes,
    },
    ...Object.fromEntries(
      Object.entries(characters).map(([name, [unit, bytes]]) => [
        `ownerReferences: one too many of ${name}`,
        {
          tweak: (object: Draft) => {
            sized(limit, inOwner, unit, bytes)(object);
            const owners = object.metadata["ownerReferences"] as { name: string }[];
            for (const owner of owners) owner.name += unit;
          },
          causes,
        },
      ]),
    ),
  },
});
