import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { conditionCounts } from "../harness/condition-counts.ts";
import { type Guard, startGuard } from "../harness/guard.ts";
import { leaseSpec, type Release } from "../harness/release.ts";
import { expectStatus, objectOf, pathOf, type World } from "../harness/world.ts";

interface Row {
  /** The lease that is there; every field of the spec is set unless told. */
  readonly spec?: unknown;
  readonly metadata?: object;
  /** A merge patch of it, in which null takes a field away. */
  readonly change: object;
}

const later = "2026-01-01T00:00:09.000000Z";
const owner = { apiVersion: "v1", kind: "Pod", name: "elector-1", uid: "0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0" };
const marked = { labels: { a: "1" }, annotations: { a: "1" }, finalizers: ["example.com/a"], ownerReferences: [owner] };

const skipped: Readonly<Record<string, Row>> = {
  "renewTime: moved on": { change: { spec: { renewTime: later } } },
  "renewTime: taken away": { change: { spec: { renewTime: null } } },
  "renewTime: moved on, all metadata set": { metadata: marked, change: { spec: { renewTime: later } } },
  "renewTime: set where there was none": { spec: { holderIdentity: "elector-1" }, change: { spec: { renewTime: later } } },
  "renewTime: set in an empty spec": { spec: {}, change: { spec: { renewTime: later } } },
  "renewTime: set in a null spec": { spec: null, change: { spec: { renewTime: later } } },
  "renewTime: set in an absent spec": { spec: undefined, change: { spec: { renewTime: later } } },
  "nothing: all the same": { change: {} },
  "nothing: an absent spec made empty": { spec: undefined, change: { spec: {} } },
  "nothing: absent labels made empty": { change: { metadata: { labels: {} } } },
};

const judged: Readonly<Record<string, Row>> = {
  "holderIdentity: changed": { change: { spec: { holderIdentity: "elector-2" } } },
  "holderIdentity: changed with renewTime": { change: { spec: { holderIdentity: "elector-2", renewTime: later } } },
  "holderIdentity: released": { change: { spec: { holderIdentity: "" } } },
  "leaseDurationSeconds: changed": { change: { spec: { leaseDurationSeconds: 16 } } },
  "leaseDurationSeconds: taken away": { change: { spec: { leaseDurationSeconds: null } } },
  "acquireTime: changed": { change: { spec: { acquireTime: later } } },
  "acquireTime: null": { change: { spec: { acquireTime: null } } },
  "leaseTransitions: changed": { change: { spec: { leaseTransitions: 2 } } },
  "strategy: set": { change: { spec: { strategy: "OldestEmulationVersion" } } },
  "preferredHolder: set": {
    spec: { ...leaseSpec, strategy: "OldestEmulationVersion" },
    change: { spec: { preferredHolder: "elector-2" } },
  },
  "spec: emptied": { change: { spec: null } },
  "spec: set where it was absent": { spec: undefined, change: { spec: leaseSpec } },
  "spec: set where it was null": { spec: null, change: { spec: leaseSpec } },
  "spec: set where it was empty": { spec: {}, change: { spec: leaseSpec } },
  "labels: set": { change: { metadata: { labels: { a: "1" } } } },
  "labels: changed with renewTime": { metadata: marked, change: { metadata: { labels: { a: "2" } }, spec: { renewTime: later } } },
  "labels: taken away": { metadata: marked, change: { metadata: { labels: null } } },
  "annotations: set": { change: { metadata: { annotations: { a: "1" } } } },
  "annotations: changed": { metadata: marked, change: { metadata: { annotations: { a: "2" } } } },
  "finalizers: set": { change: { metadata: { finalizers: ["example.com/a"] } } },
  "finalizers: taken away": { metadata: marked, change: { metadata: { finalizers: null } } },
  "ownerReferences: set": { change: { metadata: { ownerReferences: [owner] } } },
  "ownerReferences: changed": { metadata: marked, change: { metadata: { ownerReferences: [{ ...owner, name: "elector-2" }] } } },
};

/** The lease as a client that sends whole objects would: the merge patch is applied to what the server holds. */
function merged(held: unknown, change: unknown): unknown {
  if (typeof change !== "object" || change === null || Array.isArray(change)) return change;
  const result: Record<string, unknown> = typeof held === "object" ? { ...held } : {};
  for (const [name, value] of Object.entries(change)) {
    if (value === null) delete result[name];
    else result[name] = merged(result[name], value);
  }
  return result;
}

/** A plain renewal never waits for us; whatever else changes a lease is judged. */
export function renewals(release: Release, world: () => World): void {
  const lease = release.kinds.find(({ kind }) => kind === "Lease");
  if (!lease) throw new Error(`${release.version} serves no Lease`);

  describe("updates of a Lease", () => {
    let guard: Guard;
    let before: { exclusions: number; errors: number };
    beforeAll(async () => {
      guard = await startGuard(world());
      before = await conditionCounts(world().api);
    });
    afterAll(() => guard?.stop());

    const patch = (path: string, body: object) => world().api.call("PATCH", path, { contentType: "application/merge-patch+json", body });
    const put = async (path: string, body: object) =>
      world().api.call("PUT", path, { body: merged((await world().api.call("GET", path)).body, body) });

    describe.each([
      ["skipped", skipped],
      ["judged", judged],
    ] as const)("%s", (outcome, rows) => {
      it.each(Object.entries(rows))("%s", async (_, row) => {
        const metadata = row.metadata ?? {};
        const spec = "spec" in row ? row.spec : leaseSpec;
        const namespace = await world().newNamespace();
        for (const [name, write] of Object.entries({ patched: patch, "put-whole": put })) {
          expectStatus(
            201,
            await world().api.call("POST", pathOf(lease, namespace), { body: objectOf(lease, { name, ...metadata }, spec) }),
          );
          expectStatus(200, await write(pathOf(lease, namespace, name), row.change));
        }
        const names = outcome === "judged" ? ["patched", "patched", "put-whole", "put-whole"] : ["patched", "put-whole"];
        const decisions = await guard.decisions(namespace);
        expect(decisions.map(({ name }) => name)).toEqual(names);
      });
    });

    it("never makes the match conditions err", async () => {
      const after = await conditionCounts(world().api);
      expect(after.errors).toBe(0);
      expect(after.exclusions - before.exclusions).toBeGreaterThanOrEqual(2 * Object.keys(skipped).length);
    });
  });
}
