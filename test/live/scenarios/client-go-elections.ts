import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditedWrites, refused } from "../harness/audited-writes.ts";
import { retryMs, startElector } from "../harness/elector.ts";
import type { Guard } from "../harness/guard.ts";
import { electorsGroup, kubeconfigAs } from "../harness/impersonation.ts";
import { type LeaseSpec, type Place, readSpec, takenNow, untilHeld, untilRenewed } from "../harness/lease-spec.ts";
import type { Outcome } from "../harness/run.ts";
import type { Service } from "../harness/service.ts";
import { successionPlanner } from "../harness/strict-guard.ts";
import type { World } from "../harness/world.ts";

const leaseSeconds = 4;
const stealing = "lease/holder-kept-until-expiry";
const planning = "lease/preferred-holder-writer-allowed";

/**
 * Tests two candidates that use client-go's leader election, and other clients that try to take
 * over their Lease.
 */
export function clientGoElections(world: () => World, guard: () => Guard): void {
  describe("client-go, two candidates", () => {
    const running = new Map<string, Service>();
    let place: Place;

    const contend = (identity: string): void => {
      const kubeconfig = kubeconfigAs(world(), identity, [electorsGroup]);
      running.set(identity, startElector(world(), { namespace: place.namespace, identity, kubeconfig, leaseSeconds }));
    };
    const patch = (user: string, spec: LeaseSpec): Promise<Outcome> => {
      const who = [`--namespace=${place.namespace}`, `--as=${user}`, `--as-group=${electorsGroup}`];
      return world().kubectl([
        "patch",
        "lease",
        place.name,
        ...who,
        "--type=merge",
        `--patch=${JSON.stringify({ spec })}`,
      ]);
    };
    const takeOver = ({ leaseTransitions = 0 }: LeaseSpec) =>
      patch("rival", takenNow("rival", leaseSeconds, leaseTransitions + 1));

    beforeAll(async () => {
      place = { namespace: await world().newNamespace(), name: "elected-0" };
    });
    afterAll(() => Promise.all([...running.values()].map(({ stop }) => stop("SIGKILL"))));

    it("one is elected and renews", async () => {
      contend("elector-a");
      await untilHeld(world(), place, (holder) => holder === "elector-a-0");
      contend("elector-b");
      const held = await untilRenewed(world(), place, (2 * leaseSeconds * 1000) / retryMs);
      expect(held).toMatchObject({ holderIdentity: "elector-a-0", leaseTransitions: 0 });
    });

    it("another client cannot take over the Lease before its term expires", async () => {
      const held = await readSpec(world(), place);
      for (const outcome of [await takeOver(held), await patch("rival", { holderIdentity: "rival" })]) {
        expect(outcome).toMatchObject({ status: 1, stdout: "" });
        expect(outcome.stderr).toContain('admission webhook "leases.lease-guard.dev" denied the request');
        expect(outcome.stderr).toContain(`(${stealing})`);
      }
      expect(await untilRenewed(world(), place)).toMatchObject({ holderIdentity: "elector-a-0", leaseTransitions: 0 });
      expect(refused(auditedWrites(world())).filter(({ user }) => user === "rival")).toMatchObject([
        { status: 403 },
        { status: 403 },
      ]);
    });

    it("the second candidate takes over when the first one is killed", async () => {
      await running.get("elector-a")?.stop("SIGKILL");
      const held = await untilHeld(world(), place, (holder) => holder === "elector-b-0");
      expect(held).toMatchObject({ leaseTransitions: 1 });
    });

    it("a candidate acquires a released Lease at once", async () => {
      contend("elector-c");
      await untilRenewed(world(), place);
      await running.get("elector-b")?.stop();
      const held = await untilHeld(world(), place, (holder) => holder === "elector-c-0");
      expect(held).toMatchObject({ leaseTransitions: 2 });
      const counts = JSON.parse(running.get("elector-b")?.lines.at(-1) ?? "{}");
      expect(Object.keys(counts).filter((outcome) => !["PUT 200", "PUT 409"].includes(outcome))).toEqual([]);
    });

    it("only allowed writers can set preferredHolder", async () => {
      const preference = { strategy: "example.com/succession", preferredHolder: "elector-d-0" };
      const refusal = await patch("other", preference);
      expect(refusal).toMatchObject({ status: 1, stderr: expect.stringContaining(`(${planning})`) });
      expect(await patch(successionPlanner, preference)).toMatchObject({ status: 0, stderr: "" });
    });

    it("any client can take over the Lease after its term has expired", async () => {
      await running.get("elector-c")?.stop("SIGKILL");
      const left = await readSpec(world(), place);
      await wait(Date.parse(left.renewTime ?? "") + leaseSeconds * 1000 - Date.now());
      expect(await takeOver(left)).toMatchObject({ status: 0, stderr: "" });
      const judged = (await guard().everyDecision()).filter(({ user }) => user === "rival");
      expect(judged.at(0)).toMatchObject({ allowed: false, rules: [stealing] });
      expect(judged.at(-1)).toMatchObject({ allowed: true, rules: [] });
    });

    it("no candidate was denied or warned", async () => {
      const ofContenders = ({ user }: { user: string }) => running.has(user);
      const decisions = (await guard().everyDecision()).filter(ofContenders);
      expect(decisions.length).toBeGreaterThan(30);
      expect(decisions.filter(({ allowed, rules }) => !allowed || rules.length > 0)).toEqual([]);
      expect(refused(auditedWrites(world())).filter(ofContenders)).toEqual([]);
    });
  });
}
