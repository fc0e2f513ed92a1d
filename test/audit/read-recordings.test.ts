import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { holdingPeriods } from "../../src/audit/holding-periods.ts";
import { statesOf } from "../../src/audit/lease-history.ts";
import { readRecordings } from "../../src/audit/read-recordings.ts";
import type { HoldingPeriod } from "../../src/audit/result.ts";
import { manifestObjects } from "../../src/core/api/listed-objects.ts";
import { objectReader } from "../../src/listing/object-reader.ts";
import { leaseBy } from "../harness/audit-objects.ts";

const folder = mkdtempSync(join(tmpdir(), "lease-guard-recordings-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the holding periods of a Lease after a recording. */
async function periodsOf(lease: object, file: string): Promise<readonly HoldingPeriod[]> {
  const [listed] = objectReader({ rules: undefined, now: new Date(), candidates: [] })(
    manifestObjects(lease).objects,
  ).objects;
  if (listed === undefined) throw new RangeError("must be a Lease");
  const { histories } = await readRecordings([file], { objects: [listed], readAt: new Date() });
  return holdingPeriods(statesOf([{ listed, readAtMs: 0, isServerTime: true }], histories.of(listed)));
}

it.each([
  ["a takeover", { dryRun: false }, new Date("2026-07-01T07:58:15Z")],
  ["a takeover in a dry run, which is not the takeover that took effect", { dryRun: true }, undefined],
])("%s", async (_, options, until) => {
  const acquireTime = "2026-07-01T07:59:00.000000Z";
  const leaseOf = (holder: string, resourceVersion: string, spec: object): object =>
    leaseBy({ holder, renewed: -120, metadata: { resourceVersion }, spec });
  const [before, after] = [leaseOf("a", "1", {}), leaseOf("b", "1", { acquireTime, renewTime: acquireTime })];
  const kind = { group: "coordination.k8s.io", version: "v1", kind: "Lease" };
  const request = {
    ...{
      uid: "1",
      kind,
      resource: { group: kind.group, version: "v1", resource: "leases" },
      namespace: "team-a",
      name: "controller",
    },
    ...{ operation: "UPDATE", userInfo: { username: "jane" }, object: after, oldObject: before, ...options },
  };
  const file = join(folder, "reviews.jsonl");
  writeFileSync(
    file,
    JSON.stringify({
      time: acquireTime,
      review: { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", request },
    }),
  );
  expect(
    (await periodsOf(leaseOf("b", "2", { acquireTime, renewTime: acquireTime }), file)).map(({ holder, until }) => [
      holder,
      until,
    ]),
  ).toEqual([
    ["a", until],
    ["b", new Date("2026-07-01T07:59:15Z")],
  ]);
});

it("reads the audit log of a real election", async () => {
  const lease = leaseBy({
    ...{ namespace: "test-1", name: "elected-0", uid: "", holder: "controller-7d9f6c8b5d-bcdfg-0", seconds: 4 },
    spec: { acquireTime: "2026-11-23T18:50:38.624803Z", renewTime: "2026-11-23T18:50:40.430000Z" },
    metadata: { resourceVersion: "1000000" },
  });
  const periods = await periodsOf(lease, join(import.meta.dirname, "../fixtures/audit/client-go.jsonl"));
  expect(periods).toMatchObject([
    { holder: "controller-7d9f6c8b5d-x2vzk-0", until: new Date("2026-11-23T18:50:38.215Z") },
    { holder: "controller-7d9f6c8b5d-bcdfg-0", from: new Date("2026-11-23T18:50:38.624Z") },
  ]);
});

it.each([
  ["system:serviceaccount:kube-system:generic-garbage-collector", true],
  ["system:serviceaccount:team-a:controller", false],
  ["system:kube-controller-manager", false],
])("knows whether %s is a controller with its own account", async (username, expected) => {
  const event = (resource: string, apiGroup: string) => ({
    ...{ kind: "Event", apiVersion: "audit.k8s.io/v1", level: "Metadata", auditID: "1", stage: "ResponseComplete" },
    ...{ verb: "delete", user: { username, groups: ["system:serviceaccounts"] }, responseStatus: { code: 200 } },
    objectRef: { resource, namespace: "team-a", name: "web", apiGroup, apiVersion: "v1" },
    ...{ requestReceivedTimestamp: "2026-07-01T08:00:00.000000Z", stageTimestamp: "2026-07-01T08:00:00.010000Z" },
  });
  const kind = { group: "coordination.k8s.io", version: "v1", kind: "Lease" };
  const request = {
    ...{ uid: "1", kind, resource: { group: kind.group, version: "v1", resource: "leases" }, namespace: "team-a" },
    ...{ name: "web", operation: "DELETE", userInfo: { username }, object: null, oldObject: leaseBy({}) },
  };
  const review = { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", request };
  const byUser = { ...event("leases", "coordination.k8s.io"), user: { username: "jane", groups: [] } };
  const recordings = {
    "a write in an audit log": [event("leases", "coordination.k8s.io")],
    "another request in an audit log": [byUser, event("pods", "")],
    "a review": [{ time: "2026-07-01T08:00:00Z", review }],
  };
  for (const [title, lines] of Object.entries(recordings)) {
    const file = join(folder, "recording.jsonl");
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    for (const [readAt, isRecent] of [
      ["2026-07-01T09:00:00Z", true],
      ["2026-07-01T09:00:01Z", false],
    ] as const) {
      const { showsController } = await readRecordings([file], { objects: [], readAt: new Date(readAt) }, true);
      expect([title, readAt, showsController]).toEqual([title, readAt, expected && isRecent]);
    }
  }
});
