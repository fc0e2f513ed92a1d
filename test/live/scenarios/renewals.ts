import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Answer } from "../harness/api.ts";
import { conditionCounts } from "../harness/condition-counts.ts";
import { type Guard, startGuard } from "../harness/guard.ts";
import { leaseSpec, type Release } from "../harness/release.ts";
import { expectStatus, objectOf, pathOf, type World } from "../harness/world.ts";

interface Row {
  /** The stored spec of the Lease. The default is `leaseSpec`. */
  readonly spec?: unknown;
  readonly metadata?: object;
  /** A merge patch of the Lease. The value null removes a field. */
  readonly change: object;
  /** The ways in which the client can send the change. The default is `everyWay`. */
  readonly ways?: readonly Way[];
}

/**
 * The way in which the client sends the change: with `patched`, as a merge patch, and with
 * `put-whole`, as the whole object.
 */
type Way = "patched" | "put-whole";

const everyWay: readonly Way[] = ["patched", "put-whole"];

const later = "2026-01-01T00:00:09.000000Z";
const owner = { apiVersion: "v1", kind: "Pod", name: "elector-1", uid: "0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0" };
const marked = { labels: { a: "1" }, annotations: { a: "1" }, finalizers: ["example.com/a"], ownerReferences: [owner] };

/**
 * Returns a renewal that changes only renewTime. If `from` is undefined, the stored Lease has no
 * renewTime.
 */
function renewal(from: string | undefined, to: string): Row {
  return { spec: { ...leaseSpec, renewTime: from }, change: { spec: { renewTime: to } } };
}

const skipped: Readonly<Record<string, Row>> = {
  "renewTime: moved on": { change: { spec: { renewTime: later } } },
  "renewTime: moved on, all metadata set": { metadata: marked, change: { spec: { renewTime: later } } },
  "renewTime: moved on by a microsecond": renewal("2026-01-01T00:00:05.000000Z", "2026-01-01T00:00:05.000001Z"),
  "renewTime: moved on by an hour": renewal("2026-01-01T00:00:05.000000Z", "2026-01-01T01:00:05.000000Z"),
  "renewTime: moved on, in another time zone": renewal(
    "2026-01-01T00:00:05.000000Z",
    "2026-01-01T02:00:07.000000+02:00",
  ),
  "renewTime: moved on, from the first possible second": renewal(
    "0001-01-01T00:00:00.000001Z",
    "0001-01-01T00:00:02.000000Z",
  ),
  "renewTime: moved on, into 1970": renewal("1969-12-31T23:59:59.000000Z", "1970-01-01T00:00:01.000000Z"),
  "renewTime: moved on, past the last nanosecond of 64 bits": renewal(
    "2262-04-11T23:47:16.000000Z",
    "2262-04-11T23:47:18.000000Z",
  ),
  "renewTime: moved on, to the last possible second": renewal(
    "9999-12-31T23:59:57.000000Z",
    "9999-12-31T23:59:59.999999Z",
  ),
  "nothing: all the same": { change: {} },
  "nothing: no renewTime": { spec: { holderIdentity: "elector-1" }, change: {} },
  "nothing: the same renewTime, written in another time zone": renewal(
    "2026-01-01T00:00:05.000000Z",
    "2026-01-01T02:00:05.000000+02:00",
  ),
  "nothing: an absent spec made empty": { spec: undefined, change: { spec: {} } },
  "nothing: absent labels made empty": { change: { metadata: { labels: {} } } },
};

const judged: Readonly<Record<string, Row>> = {
  "renewTime: put back by a microsecond": renewal("2026-01-01T00:00:05.000000Z", "2026-01-01T00:00:04.999999Z"),
  "renewTime: put back by an hour": renewal("2026-01-01T01:00:05.000000Z", "2026-01-01T00:00:05.000000Z"),
  "renewTime: put back to the first possible second": renewal(
    "2026-01-01T00:00:05.000000Z",
    "0001-01-01T00:00:00.000001Z",
  ),
  "renewTime: put back from the last possible second to the first one": renewal(
    "9999-12-31T23:59:59.999999Z",
    "0001-01-01T00:00:00.000001Z",
  ),
  "renewTime: put back, into 1969": renewal("1970-01-01T00:00:01.000000Z", "1969-12-31T23:59:59.000000Z"),
  "renewTime: ahead by more than an hour": renewal("2026-01-01T00:00:05.000000Z", "2026-01-01T01:00:06.000000Z"),
  "renewTime: ahead, to 2262": renewal("2026-01-01T00:00:05.000000Z", "2262-04-11T23:47:18.000000Z"),
  "renewTime: ahead, to 9999": renewal("2026-01-01T00:00:05.000000Z", "9999-12-31T23:59:59.999999Z"),
  "renewTime: ahead, from the first possible second to the last one": renewal(
    "0001-01-01T00:00:00.000001Z",
    "9999-12-31T23:59:59.999999Z",
  ),
  "renewTime: ahead, past 9999": {
    ...renewal("9999-12-31T23:59:57.000000Z", "9999-12-31T23:59:59.000000-01:00"),
    ways: ["put-whole"],
  },
  "renewTime: put back, to the year 0": renewal("0001-01-01T00:00:01.000000Z", "0000-12-31T23:59:59.000000Z"),
  "renewTime: moved on, in the year 0": renewal("0000-12-31T23:59:57.000000Z", "0000-12-31T23:59:59.000000Z"),
  "renewTime: moved on, before the year 0": renewal(
    "0000-01-01T00:00:01.000000+01:00",
    "0000-01-01T00:00:02.000000+01:00",
  ),
  "renewTime: removed": { change: { spec: { renewTime: null } } },
  "renewTime: the zero time": { change: { spec: { renewTime: "0001-01-01T00:00:00.000000Z" } } },
  "renewTime: set after it was absent": renewal(undefined, later),
  "renewTime: set after it was the zero time": renewal("0001-01-01T00:00:00.000000Z", "0001-01-01T00:00:01.000000Z"),
  "renewTime: set in an empty spec": { spec: {}, change: { spec: { renewTime: later } } },
  "renewTime: set in a null spec": { spec: null, change: { spec: { renewTime: later } } },
  "renewTime: set in an absent spec": { spec: undefined, change: { spec: { renewTime: later } } },
  "holderIdentity: changed": { change: { spec: { holderIdentity: "elector-2" } } },
  "holderIdentity: changed with renewTime": { change: { spec: { holderIdentity: "elector-2", renewTime: later } } },
  "holderIdentity: released": { change: { spec: { holderIdentity: "" } } },
  "leaseDurationSeconds: changed": { change: { spec: { leaseDurationSeconds: 16 } } },
  "leaseDurationSeconds: removed": { change: { spec: { leaseDurationSeconds: null } } },
  "acquireTime: changed": { change: { spec: { acquireTime: later } } },
  "acquireTime: null": { change: { spec: { acquireTime: null } } },
  "leaseTransitions: changed": { change: { spec: { leaseTransitions: 2 } } },
  "strategy: set": { change: { spec: { strategy: "OldestEmulationVersion" } } },
  "preferredHolder: set": {
    spec: { ...leaseSpec, strategy: "OldestEmulationVersion" },
    change: { spec: { preferredHolder: "elector-2" } },
  },
  "spec: emptied": { change: { spec: null } },
  "spec: set after it was absent": { spec: undefined, change: { spec: leaseSpec } },
  "spec: set after it was null": { spec: null, change: { spec: leaseSpec } },
  "spec: set after it was empty": { spec: {}, change: { spec: leaseSpec } },
  "labels: set": { change: { metadata: { labels: { a: "1" } } } },
  "labels: changed with renewTime": {
    metadata: marked,
    change: { metadata: { labels: { a: "2" } }, spec: { renewTime: later } },
  },
  "labels: removed": { metadata: marked, change: { metadata: { labels: null } } },
  "annotations: set": { change: { metadata: { annotations: { a: "1" } } } },
  "annotations: changed": { metadata: marked, change: { metadata: { annotations: { a: "2" } } } },
  "finalizers: set": { change: { metadata: { finalizers: ["example.com/a"] } } },
  "finalizers: removed": { metadata: marked, change: { metadata: { finalizers: null } } },
  "ownerReferences: set": { change: { metadata: { ownerReferences: [owner] } } },
  "ownerReferences: changed": {
    metadata: marked,
    change: { metadata: { ownerReferences: [{ ...owner, name: "elector-2" }] } },
  },
};

/**
 * Returns the stored value with the merge patch applied. A client sends the result as a whole
 * object.
 */
function merged(held: unknown, change: unknown): unknown {
  if (typeof change !== "object" || change === null || Array.isArray(change)) return change;
  const result: Record<string, unknown> = typeof held === "object" ? { ...held } : {};
  for (const [name, value] of Object.entries(change)) {
    if (value === null) delete result[name];
    else result[name] = merged(result[name], value);
  }
  return result;
}

/**
 * Tests that a plain renewal never waits for lease-guard. lease-guard must validate every other
 * change of a Lease.
 */
export function renewals(release: Release, world: () => World): void {
  const lease = release.kinds.find(({ kind }) => kind === "Lease");
  if (!lease) throw new Error(`${release.version} serves no Lease`);

  describe.each(["Fail", "Ignore"] as const)("updates of a Lease, failurePolicy %s", (failurePolicy) => {
    let guard: Guard;
    let before: { exclusions: number; errors: number };
    beforeAll(async () => {
      guard = await startGuard(world(), { failurePolicy });
      before = await conditionCounts(world().api);
    });
    afterAll(() => guard?.stop());

    const write: Readonly<Record<Way, (path: string, body: object) => Promise<Answer>>> = {
      patched: (path, body) => world().api.call("PATCH", path, { contentType: "application/merge-patch+json", body }),
      "put-whole": async (path, body) =>
        world().api.call("PUT", path, { body: merged((await world().api.call("GET", path)).body, body) }),
    };

    describe.each([
      ["skipped", skipped],
      ["judged", judged],
    ] as const)("%s", (outcome, rows) => {
      it.each(Object.entries(rows))("%s", async (_, { change, metadata = {}, ways = everyWay, ...row }) => {
        const spec = "spec" in row ? row.spec : leaseSpec;
        const namespace = await world().newNamespace();
        for (const name of ways) {
          expectStatus(
            201,
            await world().api.call("POST", pathOf(lease, namespace), {
              body: objectOf(lease, { name, ...metadata }, spec),
            }),
          );
          expectStatus(200, await write[name](pathOf(lease, namespace, name), change));
        }
        const names = ways.flatMap((name) => (outcome === "judged" ? [name, name] : [name]));
        const decisions = await guard.decisions(namespace);
        expect(decisions.map(({ name }) => name)).toEqual(names);
      });
    });

    it("never causes an error in the match conditions", async () => {
      const after = await conditionCounts(world().api);
      expect(after.errors).toBe(0);
      expect(after.exclusions - before.exclusions).toBeGreaterThanOrEqual(
        everyWay.length * Object.keys(skipped).length,
      );
    });
  });
}
