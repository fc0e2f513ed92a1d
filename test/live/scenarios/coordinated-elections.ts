import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditedWrites, refused } from "../harness/audited-writes.ts";
import { startElector } from "../harness/elector.ts";
import type { Guard } from "../harness/guard.ts";
import { electorsGroup, kubeconfigAs } from "../harness/impersonation.ts";
import { type LeaseSpec, type Place, untilHeld, untilRenewed } from "../harness/lease-spec.ts";
import type { Service } from "../harness/service.ts";
import type { World } from "../harness/world.ts";

const leaseSeconds = 4;

/**
 * Tests coordinated elections, in which the API server's election controller elects one of the
 * LeaseCandidates that client-go creates.
 */
export function coordinatedElections(world: () => World, guard: () => Guard): void {
  describe("coordinated, two candidates of different versions", () => {
    const running = new Map<string, Service>();
    let place: Place;

    const stand = (identity: string, version: string): void => {
      const kubeconfig = kubeconfigAs(world(), identity, [electorsGroup]);
      const { namespace } = place;
      running.set(
        identity,
        startElector(world(), { namespace, identity, kubeconfig, leaseSeconds, flags: [`-version=${version}`] }),
      );
    };
    const elected = async (identity: string): Promise<LeaseSpec> => {
      await untilHeld(world(), place, (holder) => holder === `${identity}-0`);
      return untilRenewed(world(), place);
    };

    beforeAll(async () => {
      place = { namespace: await world().newNamespace(), name: "elected-0" };
    });
    afterAll(() => Promise.all([...running.values()].map(({ stop }) => stop("SIGKILL"))));

    it("the first one is elected and renews", async () => {
      stand("newer", "1.36.0");
      expect(await elected("newer")).toMatchObject({
        strategy: "OldestEmulationVersion",
        leaseDurationSeconds: leaseSeconds,
      });
    });

    it("it hands over to an older version", async () => {
      stand("older", "1.35.0");
      await elected("older");
    });

    it("the older one has a successor when it is killed", async () => {
      await running.get("older")?.stop("SIGKILL");
      await elected("newer");
    });

    it("the last one releases the Lease", async () => {
      await running.get("newer")?.stop();
      const counts = JSON.parse(running.get("newer")?.lines.at(-1) ?? "{}");
      expect(Object.keys(counts)).toEqual(expect.arrayContaining(["POST 201", "PUT 200", "lost"]));
    });

    it("no write of the candidates or of the controller was denied or warned about", async () => {
      const decisions = (await guard().everyDecision()).filter(({ namespace }) => namespace === place.namespace);
      expect(new Set(decisions.map(({ user, resource }) => `${user} ${resource}`))).toEqual(
        new Set(
          ["newer", "older", "system:apiserver"].flatMap((user) => [`${user} leases`, `${user} leasecandidates`]),
        ),
      );
      expect(decisions.length).toBeGreaterThan(20);
      expect(decisions.filter(({ allowed, rules }) => !allowed || rules.length > 0)).toEqual([]);
      expect(refused(auditedWrites(world())).filter(({ namespace }) => namespace === place.namespace)).toEqual([]);
    });
  });
}
