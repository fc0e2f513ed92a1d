import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Kind } from "../../../src/core/api/coordination.ts";
import type { ServedVersion } from "../../../src/core/api/served-versions.ts";
import { createValidate, type Validate } from "../../../src/engine/validate/validate.ts";
import { rules } from "../../../src/rules/index.ts";
import { requireServedVersion } from "../../harness/served-version.ts";
import { attackWrites } from "../harness/attack-writes.ts";
import { countsOf, differencesOf, expectEqualDecisions, tallyOf } from "../harness/differences.ts";
import { eventually } from "../harness/eventually.ts";
import { applyExport } from "../harness/exported-policy.ts";
import { allowElectors } from "../harness/impersonation.ts";
import { type NoResult, noResult } from "../harness/no-result.ts";
import { recordedWrites } from "../harness/recorded-writes.ts";
import type { Release } from "../harness/release.ts";
import { namespaceOf, type PlannedWrite, type RowWrites, rowWrites } from "../harness/row-writes.ts";
import { sendPlanned } from "../harness/send-planned.ts";
import { startWorld, type World } from "../harness/world.ts";
import { exportedModes } from "./exported-modes.ts";
import { exportedRandomWrites } from "./exported-random-writes.ts";
import { exportedSwitches } from "./exported-switches.ts";
import { forgedClock } from "./forged-clock.ts";
import { untrackedLeases } from "./untracked-leases.ts";

/** The objects that the scenarios of the exported policies share. */
export interface Exported {
  readonly world: World;
  readonly rows: RowWrites;
  readonly validate: Validate;
  readonly served: readonly ServedVersion[];
}

/** The number of writes that a test cannot compare, by reason. */
type Uncompared = Readonly<Partial<Record<NoResult, number>>>;

/** The number of rows of the rules' tables that a test with a real API server cannot compare. */
export const uncomparedRows: Readonly<Record<Kind, Uncompared>> = {
  Lease: { [noResult.user]: 4, [noResult.namespace]: 2, [noResult.invalid]: 38, [noResult.undecodable]: 9 },
  LeaseCandidate: { [noResult.user]: 12, [noResult.namespace]: 4, [noResult.invalid]: 82 },
};

/**
 * Compares the exported policies in a real API server with the engine. The writes are the rows of
 * the rules' tables, the attacks, the recorded writes, and random writes. The test can compare all
 * attacks and recorded writes, and all rows except the number in `uncompared`.
 */
export function exportedPolicies(release: Release, kind: Kind, uncompared: Uncompared = uncomparedRows[kind]): void {
  describe(`${kind}: the exported policies in Kubernetes ${release.version}`, { timeout: 600_000 }, () => {
    let started: Exported | undefined;
    const exported = (): Exported => {
      if (!started) throw new Error("the cluster did not start");
      return started;
    };
    beforeAll(async () => {
      const kinds = release.kinds.filter((each) => each.kind === kind);
      const world = await startWorld(release);
      const rows = await rowWrites(kinds);
      const served = kinds.map(({ version }) =>
        requireServedVersion({ apiVersion: `coordination.k8s.io/${version}`, kind }),
      );
      started = { world, rows, served, validate: createValidate(rules, rows.policy) };
      await allowElectors(world);
      const planned = [...rows.writes, ...attackWrites(kinds), ...recordedWrites(kinds)];
      for (const name of new Set(["team-a", "team-b", "kube-node-lease", ...planned.map(namespaceOf)]))
        await world.api.call("POST", "/api/v1/namespaces", { body: { metadata: { name } } });
      await applyExport(world, "rows", rows.document);
      await untilEnforced(started);
    });
    afterAll(() => started?.world.stop());

    /**
     * Sends the writes, and expects equal decisions, except for the given numbers of writes without
     * a result. Returns the number of denied writes.
     */
    const deniedOf = async (writes: readonly PlannedWrite[], withoutResult: Uncompared): Promise<number> => {
      const { world, validate } = exported();
      const tally = tallyOf();
      for (const write of writes)
        for (const result of await sendPlanned(world, validate, write)) tally.add(write.name, result);
      expectEqualDecisions(tally);
      expect(
        countsOf(tally.withoutResult),
        JSON.stringify(Object.fromEntries(tally.withoutResult), undefined, 2),
      ).toEqual(withoutResult);
      return tally.denied;
    };
    const served = release.kinds.filter((each) => each.kind === kind);

    it("every row of the rules' tables has the same decision as the engine", async () => {
      expect(await deniedOf(exported().rows.writes, uncompared)).toBeGreaterThan(50);
    });

    it("every write of the attacks has the same decision as the engine", async () => {
      expect(await deniedOf(attackWrites(served), {})).toBeGreaterThan(10);
    });

    it("every recorded write of a real client has the same decision as the engine", async () => {
      await deniedOf(recordedWrites(served), {});
    });

    exportedRandomWrites(exported);
    if (kind === "Lease") {
      forgedClock(exported);
      untrackedLeases(exported);
      exportedModes(exported);
      exportedSwitches(exported);
    }
  });
}

/** Waits until kube-apiserver evaluates the policies that deny and the policies that warn. */
async function untilEnforced({ world, rows, validate }: Exported): Promise<void> {
  for (const mode of ["denied", "warned"] as const) {
    for (const row of rows.writes) {
      const [first] = await sendPlanned(world, validate, row);
      if (typeof first !== "object" || first.expected[mode].length === 0 || differencesOf(first)?.length) continue;
      await eventually("the exported policies are in effect", 30_000, async () => {
        const [result] = await sendPlanned(world, validate, row);
        return typeof result === "object" && result.actual[mode].length > 0 ? true : undefined;
      });
      break;
    }
  }
}
