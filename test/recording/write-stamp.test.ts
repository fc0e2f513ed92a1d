import { describe, expect, it } from "vitest";
import type { AdmissionRequest } from "../../src/core/api/admission.ts";
import { writeStampMs } from "../../src/recording/write-stamp.ts";
import { recordedReviews } from "../fixtures/recorded-reviews.ts";
import type { Draft } from "../harness/objects.ts";
import { rowOf, tweaked } from "../harness/reviews.ts";

const lease = rowOf("v1", "Lease");
const before = "2026-07-01T08:00:00Z";
const stamp = "2026-07-01T08:00:20Z";
const writer = (time?: unknown, manager = "controller") => ({ manager, operation: "Update", time });

/** Returns a request whose new object has a later renewTime and the changes of `tweak`. */
function requestOf(tweak: (object: Draft) => unknown, change: object = {}): AdmissionRequest {
  const object = tweaked(lease, (draft) => {
    draft.spec["renewTime"] = "2026-07-01T08:00:20.500000Z";
    tweak(draft);
  });
  return {
    uid: "u",
    kind: lease.gvk,
    resource: { ...lease.gvk, resource: "leases" },
    operation: "UPDATE",
    object,
    oldObject: tweaked(lease, () => {}),
    ...change,
  };
}

const entries =
  (...managedFields: readonly unknown[]) =>
  (object: Draft) =>
    Object.assign(object.metadata, { managedFields });
const created = (creationTimestamp: unknown) =>
  requestOf(({ metadata }) => Object.assign(metadata, { creationTimestamp }), { operation: "CREATE", oldObject: null });

describe("the stamp of", () => {
  it.each<readonly [string, AdmissionRequest]>([
    ["a create is its creationTimestamp", created(stamp)],
    ["an update is the changed entry of its manager", requestOf(entries(writer(stamp)))],
    ["an update is the entry of a new manager", requestOf(entries(writer(before), writer(stamp, "kubectl")))],
    [
      "an update of an object without entries is the new entry",
      requestOf(entries(writer(stamp)), { oldObject: { metadata: {}, spec: {} } }),
    ],
    [
      "an update is the entry of the same manager with another operation",
      requestOf(entries(writer(before), { ...writer(stamp), operation: "Apply" })),
    ],
  ])("%s", (_name, request) => expect(writeStampMs(request)).toBe(Date.parse(stamp)));
});

describe("there is no stamp", () => {
  it.each<readonly [string, AdmissionRequest]>([
    ["in a dry run", { ...created(stamp), dryRun: true }],
    ["in the dry run of an update", requestOf(entries(writer(stamp)), { dryRun: true })],
    ["in a create without creationTimestamp", created(undefined)],
    ["in a delete", requestOf(entries(writer(stamp)), { operation: "DELETE", object: null })],
    ["without an object", { ...created(stamp), object: null }],
    ["without managedFields", requestOf(({ metadata }) => delete metadata["managedFields"])],
    ["if managedFields were emptied", requestOf(entries({}))],
    ["if no entry is new: it is the second write of a second", requestOf(() => {})],
    [
      "if two entries are new: a client can add one",
      requestOf(entries(writer(stamp), writer("2036-07-01T08:00:00Z", "other"))),
    ],
    [
      "if renewTime stays: a client can change entries alone",
      requestOf((draft) => {
        entries(writer(stamp))(draft);
        draft.spec["renewTime"] = "2026-07-01T08:00:10.123456Z";
      }),
    ],
    [
      "if renewTime is removed: kube-apiserver stamps no removal",
      requestOf((draft) => {
        entries(writer(stamp))(draft);
        delete draft.spec["renewTime"];
      }),
    ],
    ["without a time", requestOf(entries(writer()))],
    [
      "if more entries would have to be compared than an API server keeps",
      requestOf(entries(...Array.from({ length: 51 }, () => writer(before)), writer(stamp))),
    ],
  ])("%s", (_name, request) => expect(writeStampMs(request)).toBeUndefined());

  it.each([
    0,
    null,
    {},
    "",
    "now",
    "2026-07-01",
    "2026-07-01T08:00:20.5Z",
    "2026-07-01T08:00:20+00:00",
    "2026-99-01T08:00:20Z",
  ])("in %j, which kube-apiserver does not write", (time) => {
    expect(writeStampMs(created(time))).toBeUndefined();
    expect(writeStampMs(requestOf(entries(writer(time))))).toBeUndefined();
  });

  it.each([null, "x", 1, {}, [null], ["x"], [[]]])("in managedFields that are %j", (managedFields) => {
    expect(writeStampMs(requestOf((object) => Object.assign(object.metadata, { managedFields })))).toBeUndefined();
  });
});

describe("the stamps of recorded traffic", () => {
  const stamps = recordedReviews.flatMap(({ review, client, at }) => {
    const request = review.request as unknown as AdmissionRequest;
    const ms = writeStampMs({ ...request, dryRun: false });
    return ms === undefined ? [] : [{ client, operation: request.operation, ms, at, object: request.object }];
  });

  it("exist for creates and updates of every kind of client", () => {
    const of = (wanted: string) => stamps.filter(({ operation }) => operation === wanted).length;
    expect(of("CREATE")).toBeGreaterThan(50);
    expect(of("UPDATE")).toBeGreaterThan(150);
  });

  it("are the second of the write by the writers' clock, which is on the same machine", () => {
    // Users of kubectl can set any renewTime, so their writes are left out.
    const electors = stamps.filter(({ client, operation }) => operation === "UPDATE" && !client.startsWith("kubectl"));
    const late = electors.map(
      ({ ms, object }) => (ms - Date.parse((object as unknown as Draft).spec["renewTime"] as string)) / 1000,
    );
    expect(Math.min(...late)).toBeGreaterThan(-1);
    expect(Math.max(...late)).toBeLessThan(1);
  });
});
