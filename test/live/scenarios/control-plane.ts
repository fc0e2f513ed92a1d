import { afterAll, describe, expect, it } from "vitest";
import { auditedWrites, refused } from "../harness/audited-writes.ts";
import { type Component, startComponent } from "../harness/control-plane.ts";
import type { Guard } from "../harness/guard.ts";
import { type LeaseSpec, readSpec, untilHeld, untilRenewed } from "../harness/lease-spec.ts";
import type { Service } from "../harness/service.ts";
import type { World } from "../harness/world.ts";

const coordinated = ["--feature-gates=CoordinatedLeaderElection=true"];

/**
 * Tests kube-controller-manager and kube-scheduler, which elect a leader in every cluster. Two
 * instances of each compete.
 */
export function controlPlane(world: () => World, guard: () => Guard): void {
  const components: readonly Component[] = ["kube-controller-manager", "kube-scheduler"];
  describe.each(components)("%s, two instances", { timeout: 300_000 }, (component) => {
    const place = { namespace: "kube-system", name: component };
    const running: Service[] = [];

    const start = (...flags: readonly string[]): Service => {
      const instance = startComponent(world(), component, { name: `${component}-${running.length}`, flags });
      running.push(instance);
      return instance;
    };
    const successorOf = async (previous?: LeaseSpec): Promise<LeaseSpec> => {
      await untilHeld(world(), place, (holder) => holder !== previous?.holderIdentity);
      return untilRenewed(world(), place);
    };

    afterAll(() => Promise.all(running.map(({ stop }) => stop("SIGKILL"))));

    it("one leads, the other one takes over when the first is killed, and a new one when the second is stopped", async () => {
      const first = start();
      const leader = await successorOf();
      const second = start();
      await untilRenewed(world(), place, 6);
      await first.stop("SIGKILL");
      const follower = await successorOf(leader);
      start();
      await untilRenewed(world(), place, 6);
      await second.stop();
      expect(await successorOf(follower)).toMatchObject({ leaseTransitions: 2 });
    });

    it("coordinated: an older version takes over, and has a successor when it is killed", async () => {
      const plain = await readSpec(world(), place);
      await running.at(-1)?.stop();
      start(...coordinated);
      const newer = await successorOf(plain);
      const older = start(...coordinated, "--emulated-version=1.35");
      const elected = await successorOf(newer);
      await older.stop("SIGKILL");
      start(...coordinated);
      await successorOf(elected);
    });

    it("no write was denied or warned about", async () => {
      const isHere = ({ namespace }: { namespace: string }): boolean => namespace === place.namespace;
      const decisions = (await guard().everyDecision()).filter(isHere);
      expect(decisions.filter(({ user }) => user === `system:${component}`).length).toBeGreaterThan(30);
      expect(decisions.filter(({ allowed, rules }) => !allowed || rules.length > 0)).toEqual([]);
      expect(refused(auditedWrites(world())).filter(isHere)).toEqual([]);
    });
  });
}
