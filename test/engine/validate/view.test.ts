import { describe, expect, it } from "vitest";
import type { HubByKind } from "../../../src/core/api/coordination.ts";
import { type ViewedObject, viewOf } from "../../../src/engine/validate/view.ts";
import { candidate } from "../../harness/candidates.ts";
import { type Draft, validObject } from "../../harness/objects.ts";
import { deepFreeze } from "../../harness/requirements.ts";
import { rowOf } from "../../harness/reviews.ts";
import { requireServedVersion } from "../../harness/served-version.ts";

const seenAt = new Date("2026-07-01T08:01:00Z");
const key = { namespace: "team-a", name: "controller" };
const [v1, v1beta1] = [rowOf("v1", "Lease"), rowOf("v1beta1", "LeaseCandidate")];

const changed = (object: Draft, metadata: object, spec: object): Draft => ({
  ...object,
  metadata: { ...object.metadata, ...metadata },
  spec: { ...object.spec, ...spec },
});
const lease = (metadata = {}, spec = {}): Draft => changed(validObject(v1), metadata, spec);
const running = (name: string, spec = {}, metadata = {}): Draft => changed(candidate("v1beta1", name), metadata, spec);
const viewed = (objects: readonly object[]): readonly ViewedObject[] =>
  objects.map((object) => ({ served: requireServedVersion(object), object: deepFreeze(object) }));
const view = (...objects: readonly object[]) => viewOf(viewed(objects), seenAt);
const hub = (object: Draft) => v1beta1.toHub(object) as HubByKind["LeaseCandidate"];
const namesOf = (objects: readonly { readonly object: HubByKind["Lease" | "LeaseCandidate"] }[]) =>
  objects.map(({ object: { metadata } }) => `${metadata.namespace}/${metadata.name}`);

describe("candidatesOf", () => {
  it("returns the candidates that name the Lease in its namespace, in their order", () => {
    const { candidatesOf } = view(
      running("b"),
      running("a"),
      running("c", { leaseName: "other" }),
      running("d", {}, { namespace: "team-b" }),
      lease(),
    );
    expect(namesOf(candidatesOf(key))).toEqual(["team-a/b", "team-a/a"]);
    expect(namesOf(candidatesOf({ ...key, namespace: "team-b" }))).toEqual(["team-b/d"]);
    expect(candidatesOf({ ...key, name: "another" })).toEqual([]);
  });

  it("returns candidates of all versions in the hub form, with the time of the view", () => {
    const { candidatesOf } = view(candidate("v1alpha1", "a"), candidate("v1alpha2", "b"), candidate("v1beta1", "c"));
    const [first, ...others] = candidatesOf(key);
    const strategies = first?.object.spec.strategies.map(({ field, value }) => ({ field, value }));
    expect(strategies).toEqual([{ field: ["spec", "preferredStrategies", 0], value: "OldestEmulationVersion" }]);
    const field = ["spec", "strategy"];
    expect(others.map(({ object }) => object.spec.strategies[0]?.field)).toEqual([field, field]);
    expect(candidatesOf(key).map((seen) => seen.seenAt)).toEqual([seenAt, seenAt, seenAt]);
  });

  it("returns expired candidates too", () => {
    expect(view(running("a", { renewTime: null })).candidatesOf(key)).toHaveLength(1);
  });

  it("returns the same list for every call", () => {
    const { candidatesOf } = view(running("a"));
    expect(candidatesOf({ ...key })).toBe(candidatesOf(key));
    expect(candidatesOf({ ...key, name: "other" })).toBe(candidatesOf({ ...key, name: "other" }));
  });

  it("leaves out candidates that do not decode", () => {
    const { candidatesOf } = view(running("a", { renewTime: "now" }), running("b"), running("c", { leaseName: 7 }));
    expect(namesOf(candidatesOf(key))).toEqual(["team-a/b"]);
  });

  it("has no candidates for names of JavaScript's own properties", () => {
    expect(view(running("a")).candidatesOf({ namespace: "__proto__", name: "constructor" })).toEqual([]);
  });

  it("treats an absent namespace as empty", () => {
    const { candidatesOf } = view(running("a", {}, { namespace: undefined }));
    expect(candidatesOf({ namespace: "", name: "controller" })).toHaveLength(1);
  });
});

describe("leaseOf", () => {
  const ofController = hub(running("a"));

  it("returns the Lease that the candidate names in its namespace", () => {
    const found = view(
      lease({ namespace: "team-b" }),
      lease({ name: "other" }),
      lease({}, { holderIdentity: "a" }),
    ).leaseOf(ofController);
    expect(found).toMatchObject({ object: { metadata: key, spec: { holderIdentity: "a" } }, seenAt });
  });

  it("returns a Lease of v1beta1 too", () => {
    expect(view(validObject(rowOf("v1beta1", "Lease"))).leaseOf(ofController)?.object.metadata).toMatchObject(key);
  });

  it.each<[string, readonly Draft[]]>([
    ["no object", []],
    ["a Lease of another namespace", [lease({ namespace: "team-b" })]],
    ["a Lease of another name", [lease({ name: "other" })]],
    ["a candidate with the name of the Lease", [running("controller")]],
    ["a Lease that does not decode", [lease({}, { leaseDurationSeconds: "15" })]],
    ["the Lease twice", [lease(), lease({}, { holderIdentity: "b" })]],
  ])("returns undefined for %s", (_, objects) => {
    expect(view(...objects).leaseOf(ofController)).toBeUndefined();
  });
});

describe("leasesElsewhere", () => {
  it("returns the Leases of this name in other namespaces", () => {
    const { leasesElsewhere } = view(
      lease(),
      lease({ namespace: "team-b" }),
      lease({ namespace: "team-c" }),
      lease({ namespace: "team-d", name: "other" }),
    );
    expect(namesOf(leasesElsewhere(hub(running("a"))))).toEqual(["team-b/controller", "team-c/controller"]);
    expect(leasesElsewhere(hub(running("a", { leaseName: "none" })))).toEqual([]);
  });

  it("leaves out Leases that are known twice, or do not decode", () => {
    const { leasesElsewhere } = view(
      lease({ namespace: "team-b" }),
      lease({ namespace: "team-b" }),
      lease({ namespace: "team-c" }, { renewTime: 1 }),
    );
    expect(leasesElsewhere(hub(running("a")))).toEqual([]);
  });
});

describe("ambiguous", () => {
  it.each<[string, readonly Draft[], readonly string[], string?]>([
    ["different objects", [lease(), running("a"), running("b"), lease({ namespace: "team-b" })], []],
    ["a Lease and a candidate of one name", [lease(), running("controller")], []],
    ["a Lease twice, with a candidate", [lease(), running("a"), lease()], ["controller"], "Lease controller"],
    ["a Lease twice, without a candidate", [lease(), lease()], []],
    ["a candidate twice", [running("a"), running("a")], ["controller"]],
    [
      "a candidate twice in different versions",
      [candidate("v1beta1", "a"), candidate("v1alpha2", "a")],
      ["controller"],
    ],
    ["a candidate three times", [running("a"), running("a"), running("a")], ["controller"]],
    [
      "a candidate twice, for different Leases",
      [running("a"), running("a", { leaseName: "other" })],
      ["controller", "other"],
    ],
  ])("%s", (_, objects, leases, twice = "LeaseCandidate a") => {
    const found = view(...objects).ambiguous.map(({ lease, occurrences }) => [
      lease,
      ...occurrences.map(({ served, object }) => `${served.gvk.kind} ${(object as Draft).metadata["name"]}`),
    ]);
    expect(found).toEqual(leases.map((name) => [{ ...key, name }, twice, twice]));
  });

  it("has the first two occurrences", () => {
    const objects = [running("a"), running("a"), running("a")] as const;
    expect(view(...objects).ambiguous[0]?.occurrences.map(({ object }) => object)).toEqual(objects.slice(0, 2));
    expect(view(...objects).ambiguous[0]?.occurrences[1].object).toBe(objects[1]);
  });

  it.each<[string, readonly Draft[]]>([
    ["before the Lease", [lease({}, { leaseDurationSeconds: "15" }), lease({}, { holderIdentity: "a" })]],
    ["after the Lease", [lease({}, { holderIdentity: "a" }), lease({}, { leaseDurationSeconds: "15" })]],
    [
      "before the candidate",
      [running("a", { renewTime: 7, leaseName: "other" }), running("a"), lease({}, { holderIdentity: "a" })],
    ],
    [
      "after the candidate",
      [running("a"), running("a", { renewTime: 7, leaseName: "other" }), lease({}, { holderIdentity: "a" })],
    ],
  ])("does not contain objects that do not decode: %s", (_, objects) => {
    const found = view(...objects, running("b"));
    expect(found.ambiguous).toEqual([]);
    expect(found.elections()).toContainEqual(key);
    expect(found.leaseOf(hub(running("b")))?.object.spec.holderIdentity).toBe("a");
    expect(namesOf(found.candidatesOf(key)).toSorted()).toEqual(
      objects.length === 3 ? ["team-a/a", "team-a/b"] : ["team-a/b"],
    );
    expect(found.leasesElsewhere(hub(running("b", {}, { namespace: "team-b" })))).toHaveLength(1);
  });

  it("leaves out the whole election", () => {
    const found = view(lease(), running("a"), running("b"), running("b"));
    expect([found.candidatesOf(key), found.leaseOf(hub(running("a")))]).toEqual([[], undefined]);
    for (const object of [lease(), running("a")])
      expect(found.concerns({ served: requireServedVersion(object), object })).toBe(false);
  });

  it("does not affect other elections", () => {
    const others = view(lease(), lease(), running("a"), running("b", {}, { namespace: "team-b" }));
    expect(others.candidatesOf({ ...key, namespace: "team-b" })).toHaveLength(1);
  });
});

describe("concerns", () => {
  const [withStrategy, without] = [
    lease({ name: "with" }),
    lease({ name: "without" }, { strategy: null, preferredHolder: null }),
  ];
  const { concerns } = view(withStrategy, without, running("a"), lease({}, { strategy: "" }));

  it.each<[string, Draft, boolean]>([
    ["a candidate", running("a"), true],
    ["a Lease with a strategy", withStrategy, true],
    ["a Lease with a candidate, and without a holder", lease({}, { strategy: "", holderIdentity: "" }), true],
    ["a Lease with a candidate and a holder", lease({}, { strategy: "" }), false],
    ["a Lease without a strategy and a candidate", without, false],
    ["a Lease with an empty strategy, and without a candidate", lease({ name: "empty" }, { strategy: "" }), false],
    ["a Lease without a spec", { ...lease({ name: "bare" }), spec: null as never }, false],
  ])("%s: %s", (_, object, expected) => {
    expect(concerns({ served: requireServedVersion(object), object })).toBe(expected);
  });
});

describe("objects that are not valid JSON objects of Kubernetes", () => {
  it.each([
    { metadata: null },
    { metadata: [] },
    { metadata: { name: 7, namespace: {} } },
    { spec: [] },
    { spec: { leaseName: {} } },
  ])("%j", (part) => {
    const objects = [v1, v1beta1].map((served) => ({ served, object: { ...validObject(served), ...part } }));
    const { candidatesOf, ambiguous } = viewOf(objects, seenAt);
    expect(ambiguous).toEqual([]);
    expect(candidatesOf({ namespace: "team-a", name: "other" })).toEqual([]);
  });
});
