import { describe, expect, it } from "vitest";
import type { Located } from "../../../src/core/api/coordination.ts";
import { servedVersions } from "../../../src/core/api/served-versions.ts";
import { goVectors } from "../../fixtures/go/vectors.ts";
import { requireServedVersion } from "../../harness/served-version.ts";

interface Submitted {
  readonly apiVersion: string;
  readonly kind: string;
}

interface HubVectors {
  readonly rows: readonly (readonly [object: Submitted, hub: { readonly metadata: object; readonly spec: object }])[];
}

const { rows } = goVectors("hubs") as HubVectors;

function toHub(object: Submitted): unknown {
  return requireServedVersion(object).toHub(object);
}

interface ReadHub {
  readonly metadata: { readonly submitted: object };
  readonly spec: { readonly strategies?: readonly Located<string>[] };
}

/**
 * Returns a hub form in which all paths are fields, without the metadata as submitted. The path of
 * a listed strategy is a getter.
 */
function withPaths(hub: unknown): unknown {
  const {
    spec,
    metadata: { submitted: _, ...metadata },
  } = hub as ReadHub;
  return {
    metadata,
    spec: {
      ...spec,
      ...(spec.strategies && { strategies: spec.strategies.map(({ field, value }) => ({ field, value })) }),
    },
  };
}

/** Lists the paths of all fields in a value, without fields that are undefined. */
function ownKeys(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    part === undefined ? [] : [key, ...ownKeys(part).map((inner) => `${key}.${inner}`)],
  );
}

describe("toHub returns the values that Go decodes", () => {
  it("has vectors for every served version", () => {
    const versions = new Set(rows.map(([{ apiVersion, kind }]) => `${apiVersion} ${kind}`));
    expect(versions.size).toBe(servedVersions.length);
  });

  it.each(rows.map(([object, hub]) => ({ text: JSON.stringify(object), object, hub })))("$text", ({ object, hub }) => {
    const read = withPaths(toHub(object));
    expect(read).toEqual(hub);
    expect([...ownKeys(read)].sort()).toEqual([...ownKeys(hub)].sort());
  });
});

it("keeps the metadata as submitted", () => {
  const metadata = { name: "controller", managedFields: [{ manager: "m", fieldsV1: { "f:spec": {} } }] };
  for (const object of [{ metadata }, {}]) {
    const hub = toHub({ apiVersion: "coordination.k8s.io/v1", kind: "Lease", ...object }) as ReadHub;
    expect(hub.metadata.submitted).toEqual("metadata" in object ? metadata : {});
  }
});

describe("maps", () => {
  const object = JSON.parse(`{
    "apiVersion": "coordination.k8s.io/v1", "kind": "Lease",
    "metadata": { "labels": { "__proto__": "a", "constructor": null }, "annotations": { "__proto__": null } }
  }`) as Submitted;

  it("keep __proto__ as an own key and set no prototype", () => {
    const { metadata } = toHub(object) as {
      readonly metadata: { readonly labels: object; readonly annotations: object };
    };
    expect(Object.entries(metadata.labels)).toEqual([
      ["__proto__", "a"],
      ["constructor", ""],
    ]);
    expect(Object.entries(metadata.annotations)).toEqual([["__proto__", ""]]);
    expect(Object.getPrototypeOf(metadata.labels)).toBe(Object.prototype);
  });
});
