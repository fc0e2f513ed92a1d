import { describe, expect, it } from "vitest";
import { maxBodyBytes } from "../../src/engine/review/limits.ts";
import { reviewBody } from "../../src/engine/review/review.ts";
import { createValidate } from "../../src/engine/validate/validate.ts";
import { rules } from "../../src/rules/index.ts";
import { identityIn, leaseObject, modelNow } from "./admission.ts";
import { emptyLease, fills, type PresentLease } from "./model-lease.ts";
import { deploymentPods, guaranteed, strict } from "./setup.ts";

const validate = createValidate(rules, strict);
const gvk = { group: "coordination.k8s.io", version: "v1", kind: "Lease" };

/** Returns the bytes of a value as Go writes them. */
const goBytes = (value: unknown): Buffer =>
  Buffer.from(JSON.stringify(value).replaceAll(/[<>&]/g, (unit) => `\\u00${unit.charCodeAt(0).toString(16)}`));

function bodyOf(object: object, oldObject: object, writer: "a" | "b" | "s"): Buffer {
  const request = {
    uid: "u1",
    kind: gvk,
    resource: { group: gvk.group, version: gvk.version, resource: "leases" },
    namespace: "team-a",
    name: "controller",
    operation: "UPDATE",
    userInfo: deploymentPods[writer].user,
    object,
    oldObject,
  };
  return goBytes({ apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", request });
}

/** Returns the rules that deny a write, whose review must be small enough for a validation. */
function denials(object: object, oldObject: object, writer: "a" | "b" | "s"): readonly string[] {
  const body = bodyOf(object, oldObject, writer);
  expect(body.length).toBeLessThan(maxBodyBytes);
  const { verdict } = reviewBody(body, validate, new Date(modelNow + 1000));
  return verdict?.findings.flatMap(({ origin, mode }) => (mode === "deny" ? [origin] : [])) ?? ["no verdict"];
}

const held: PresentLease = {
  ...emptyLease,
  holder: "a",
  duration: 15,
  renewed: -1000,
  acquired: "set",
  transitions: 1,
};
const free: PresentLease = { ...held, holder: "", duration: 1 };
const objectOf = (lease: PresentLease): object => leaseObject(lease, identityIn(guaranteed));

/** The next write of a correct pod, which adds a label and an entry of managedFields. */
const renewal = { ...held, renewed: 500, hasOwn: true } as const;
const acquisition = { ...renewal, holder: "b", transitions: 2 } as const;
const atLimit = fills.filter((filled) => filled !== "an owner name of a megabyte");

describe("a sibling that fills a Lease up to a limit", () => {
  it.each(atLimit)("with %s cannot stop the renewals of its holder", (filled) => {
    expect(denials(objectOf({ ...held, filled }), objectOf(held), "s")).toEqual([]);
    const renewed = objectOf({ ...renewal, filled });
    expect(denials(renewed, objectOf({ ...held, filled }), "a")).toEqual([]);
    expect(denials(objectOf({ ...renewal, filled, renewed: 900 }), renewed, "a")).toEqual([]);
  });

  it.each(atLimit)("with %s cannot stop an acquisition", (filled) => {
    expect(denials(objectOf({ ...free, filled }), objectOf(free), "s")).toEqual([]);
    expect(denials(objectOf({ ...acquisition, filled }), objectOf({ ...free, filled }), "b")).toEqual([]);
  });

  it.each([
    ["1,000 labels", "metadata/entries-at-most-1000"],
    ["512 KiB of metadata", "metadata/size-at-most-512-kib"],
  ] as const)("with %s cannot add the same as the holder", (filled, rule) => {
    const own = objectOf({ ...held, filled, hasOwn: true });
    expect(denials(own, objectOf({ ...held, filled }), "s")).toEqual([rule]);
  });
});

describe("a sibling cannot add", () => {
  const withManagers = (managedFields: readonly object[]) => {
    const object = objectOf(free) as { readonly metadata: object };
    return { ...object, metadata: { ...object.metadata, managedFields } };
  };
  const entry = { manager: "m", operation: "Apply", apiVersion: "v1", fieldsType: "FieldsV1" };
  const large = { "f:metadata": { "f:labels": { [`f:${"<".repeat(90_000)}`]: {} } } };

  it.each([
    [
      "1,001 managers",
      withManagers(Array.from({ length: 1001 }, (_, index) => ({ ...entry, manager: `m${index}` }))),
      "metadata/entries-at-most-1000",
    ],
    ["half a megabyte of fieldsV1", withManagers([{ ...entry, fieldsV1: large }]), "metadata/size-at-most-512-kib"],
    [
      "an owner name of a megabyte",
      objectOf({ ...free, filled: "an owner name of a megabyte" }),
      "metadata/size-at-most-512-kib",
    ],
  ])("%s", (_, object, rule) => expect(denials(object, objectOf(free), "s")).toEqual([rule]));
});

describe("the largest Lease that the rules allow", () => {
  const spec = { holderIdentity: "<".repeat(64 * 1024), leaseDurationSeconds: 15 };
  const object = { ...objectOf({ ...held, filled: "512 KiB of metadata", hasOwn: true }), spec };

  it("fits twice in a review, and in etcd", () => {
    expect(bodyOf(object, object, "a").length).toBeLessThan(maxBodyBytes / 3);
    expect(Buffer.byteLength(JSON.stringify(object))).toBeLessThan(1.5 * 1024 * 1024);
    // Without the escapes of Go, which etcd does not store, no byte of the metadata disappears.
    const plain = { ...object, metadata: { annotations: { note: "x".repeat(512 * 1024) } } };
    expect(Buffer.byteLength(JSON.stringify(plain))).toBeLessThan(1.5 * 1024 * 1024);
  });
});
