import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AdmissionRequest } from "../../../src/core/api/admission.ts";
import { writeStampMs } from "../../../src/recording/write-stamp.ts";
import type { Answer } from "../harness/api.ts";
import { eventually } from "../harness/eventually.ts";
import { type Guard, startGuard } from "../harness/guard.ts";
import { leaseSpec, type Release } from "../harness/release.ts";
import { expectStatus, objectOf, pathOf, type World } from "../harness/world.ts";

const forgedTime = "2036-01-01T00:00:00Z";

/**
 * Returns an entry of managedFields with false data, as a client can send it. The field manager of
 * all writes in this file is `test`.
 */
function forged(manager: string): object {
  const fieldsV1 = { "f:spec": { "f:acquireTime": {} } };
  return {
    manager,
    operation: "Update",
    apiVersion: "coordination.k8s.io/v1",
    time: forgedTime,
    fieldsType: "FieldsV1",
    fieldsV1,
  };
}

interface Row {
  readonly name: string;
  /**
   * The managedFields that the client sends. If undefined, the client sends the entries that it has
   * read.
   */
  readonly managedFields?: readonly object[];
  readonly spec: object;
  readonly hasStamp: boolean;
}

const renewed = { ...leaseSpec, renewTime: "2026-01-01T00:00:07.000000Z", leaseTransitions: 2 };

const updates: readonly Row[] = [
  { name: "that changes nothing else has one", spec: renewed, hasStamp: true },
  {
    name: "with a forged time of its own entry has the API server's",
    managedFields: [forged("test")],
    spec: renewed,
    hasStamp: true,
  },
  {
    name: "with a further forged entry has none",
    managedFields: [forged("test"), forged("other")],
    spec: renewed,
    hasStamp: false,
  },
  { name: "with emptied entries has none", managedFields: [{}], spec: renewed, hasStamp: false },
  { name: "that sets no other renewTime has none", managedFields: [forged("other")], spec: leaseSpec, hasStamp: false },
];

/**
 * Tests that a real API server sets the time of a write in managedFields from its own clock, even
 * if the client sends another time. Also tests updates whose managedFields do not prove this time.
 */
export function clockStamps(release: Release, world: () => World): void {
  const [lease] = release.kinds;
  if (lease === undefined) throw new Error(`${release.version} serves no Lease`);

  describe("the API server's stamp of", () => {
    let guard: Guard;
    const file = () => join(world().folder, "stamps.jsonl");
    beforeAll(async () => {
      guard = await startGuard(world(), { flags: ["--record", file()] });
    });
    afterAll(() => guard?.stop());

    /**
     * Waits until `serve --record` has recorded `count` writes in a namespace, and returns their
     * requests.
     */
    const recorded = (namespace: string, count: number): Promise<readonly AdmissionRequest[]> =>
      eventually("the writes are recorded", 10_000, async () => {
        const lines = readFileSync(file(), "utf8").split("\n").slice(0, -1);
        const requests = lines.map(
          (line) => (JSON.parse(line) as { readonly review: { readonly request: AdmissionRequest } }).review.request,
        );
        const own = requests.filter((request) => request.namespace === namespace);
        return own.length >= count ? own : undefined;
      });
    const create = (namespace: string, metadata: object): Promise<Answer> =>
      world().api.call("POST", `${pathOf(lease, namespace)}?fieldManager=test`, {
        body: objectOf(lease, { name: "first", ...metadata }, leaseSpec),
      });

    it("a create is the time of the write, whatever the client sends", async () => {
      const namespace = await world().newNamespace();
      expectStatus(201, await create(namespace, { creationTimestamp: forgedTime, managedFields: [forged("test")] }));
      const [request] = await recorded(namespace, 1);
      expect(Math.abs(Date.now() - (request ? (writeStampMs(request) ?? 0) : 0))).toBeLessThan(30_000);
    });

    it.each(updates)("an update $name", async ({ managedFields, spec, hasStamp }) => {
      const namespace = await world().newNamespace();
      const { body } = expectStatus(201, await create(namespace, {}));
      // The times in managedFields have no fractions of a second. Two writes within the same second
      // would have equal times.
      await wait(1100);
      const metadata = {
        ...body.metadata,
        ...(managedFields && { managedFields }),
        labels: { touched: hasStamp ? "yes" : "no" },
      };
      const path = `${pathOf(lease, namespace, "first")}?fieldManager=test`;
      expectStatus(200, await world().api.call("PUT", path, { body: { ...body, metadata, spec } }));
      const [created, updated] = await recorded(namespace, 2);
      const stamps = [created, updated].map((request) => request && writeStampMs(request));
      expect(stamps[0]).toBeDefined();
      if (!hasStamp) return expect(stamps[1]).toBeUndefined();
      expect((stamps[1] ?? 0) - (stamps[0] ?? 0)).toBeGreaterThanOrEqual(1000);
      return expect((stamps[1] ?? 0) - (stamps[0] ?? 0)).toBeLessThan(30_000);
    });
  });
}
