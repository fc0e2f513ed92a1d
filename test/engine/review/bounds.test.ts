import { describe, expect, it } from "vitest";
import { maxReviewValues } from "../../../src/engine/review/limits.ts";
import { reviewBody } from "../../../src/engine/review/review.ts";
import { createValidate } from "../../../src/engine/validate/validate.ts";
import { rules } from "../../../src/rules/index.ts";
import { allDeny } from "../../harness/all-deny.ts";
import { encode, reviewOf, rowOf, tweaked } from "../../harness/reviews.ts";
import { someContext } from "../../harness/some-context.ts";
import { metadata, spec } from "../../harness/tweaks.ts";

const lease = rowOf("v1", "Lease");
const candidate = rowOf("v1beta1", "LeaseCandidate");
const validate = createValidate(rules, allDeny);

const long = "x".repeat(6_000_000);
const list = <T>(count: number, item: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => item(index));
const owner = { apiVersion: "v1", kind: "Node", name: "n", uid: "u", controller: true };

/** Large bodies. Each of them could cause a long response or a long wait. */
const hostile: Readonly<Record<string, Uint8Array>> = {
  "110 controllers, the first with an endless name": reviewOf(lease, {
    object: tweaked(
      lease,
      metadata({ ownerReferences: [{ ...owner, name: long }, ...list(110, (i) => ({ ...owner, uid: `u${i}` }))] }),
    ),
  }),
  "60,000 controllers": reviewOf(lease, {
    object: tweaked(lease, metadata({ ownerReferences: list(60_000, () => owner) })),
  }),
  "400,000 new finalizers in deletion": reviewOf(lease, {
    object: tweaked(lease, metadata({ finalizers: list(400_000, (i) => `f${i}`) })),
    oldObject: tweaked(lease, metadata({ deletionTimestamp: "2026-07-01T08:00:00Z" })),
  }),
  "400,000 bad finalizers": reviewOf(lease, {
    object: tweaked(lease, metadata({ finalizers: list(400_000, () => "") })),
  }),
  "100 labels with endless keys and numbers": reviewOf(lease, {
    object: tweaked(
      lease,
      metadata({ labels: Object.fromEntries(list(100, (i) => [`${i}${"k".repeat(60_000)}`, i])) }),
    ),
  }),
  "340,000 bad labels": reviewOf(lease, {
    object: tweaked(lease, metadata({ labels: Object.fromEntries(list(340_000, (i) => [`-${i}`, "a b"])) })),
  }),
  "a time of endless digits": reviewOf(lease, { object: tweaked(lease, spec({ renewTime: "1".repeat(6_000_000) })) }),
  "a spec that is an endless list": reviewOf(lease, {
    object: { ...tweaked(lease, () => {}), spec: list(400_000, () => 1) },
  }),
  "an endless request.name": reviewOf(lease, { name: long, object: tweaked(lease, spec({ leaseDurationSeconds: 0 })) }),
  "an endless metadata.name": reviewOf(lease, {
    operation: "CREATE",
    oldObject: null,
    object: tweaked(lease, metadata({ name: long })),
  }),
  "an endless uid": reviewOf(lease, { uid: long }),
  "an endless kind": reviewOf(lease, { kind: { group: "g", version: "v", kind: long } }),
  "an endless subresource": reviewOf(lease, { subResource: long }),
  "an endless operation": reviewOf(lease, { operation: long }),
  "an endless apiVersion": encode({ apiVersion: long, kind: "AdmissionReview", request: { uid: "u" } }),
  "an endless manager that does not print": reviewOf(lease, {
    object: tweaked(lease, metadata({ managedFields: [{ manager: "\u0007".repeat(900_000), operation: "Update" }] })),
  }),
  "an endless version": reviewOf(candidate, {
    object: tweaked(candidate, spec({ binaryVersion: `1.0.0-${"a.".repeat(2_900_000)}1` })),
  }),
  "an endless strategy": reviewOf(candidate, {
    object: tweaked(candidate, spec({ strategy: `${"a.".repeat(2_900_000)}a/b c` })),
  }),
  "an endless leaseName": reviewOf(candidate, {
    operation: "CREATE",
    oldObject: null,
    object: tweaked(candidate, spec({ leaseName: long })),
  }),
};

describe("a hostile body gets a short response", () => {
  it.each(Object.keys(hostile))("%s", (name) => {
    const body = hostile[name] ?? new Uint8Array();
    expect(body.length).toBeLessThan(7 * 1024 * 1024);
    const { body: answer, verdict } = reviewBody(body, validate, someContext.now);
    expect(verdict?.crashes ?? []).toEqual([]);
    expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(64 * 1024);
    expect(JSON.stringify(answer)).not.toContain(`more than ${maxReviewValues} values`);
    if (answer.kind === "AdmissionReview") expect(answer.response.uid).not.toBe("");
  });
});
