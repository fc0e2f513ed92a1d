import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AuditedWrite, auditedWrites, refused } from "../harness/audited-writes.ts";
import { createAccount, identityOf, node, patchLease, podToken } from "../harness/bound-tokens.ts";
import { startElector } from "../harness/elector.ts";
import { type FaultyProxy, faultyProxy } from "../harness/faulty-proxy.ts";
import type { Guard } from "../harness/guard.ts";
import { kubeconfigFor } from "../harness/kubeconfig.ts";
import { type Place, takenNow, untilHeld, untilRenewed } from "../harness/lease-spec.ts";
import type { Service } from "../harness/service.ts";
import type { Decision } from "../harness/webhook.ts";
import type { World } from "../harness/world.ts";

const writtenByItsHolder = "lease/written-by-its-holder";

/**
 * The other candidate takes over when the lease term has expired, after 8 s. A leader without a
 * connection starts its release after RenewDeadline. The release then waits for a response for up
 * to 7 s.
 */
const leaseSeconds = 8;
const renewDeadline = "-renew-deadline=7s";

/**
 * The flag for the retry period of the successors. With an interval of 1 s, a successor does not
 * renew its Lease between the read and the write of the former leader's release.
 */
const successorsRetry = "-retry-period=1s";

/**
 * Names of pods as Kubernetes generates them. The first two pods compete, and the third pod tries
 * to take over their Lease.
 */
const workloads: Readonly<Record<string, readonly [string, string, string]>> = {
  Deployment: ["controller-7d9f6c8b5d-x2vzk", "controller-7d9f6c8b5d-bcdfg", "controller-5d78c9869d-k4z7q"],
  StatefulSet: ["store-0", "store-1", "store-2"],
};

function isOf(pod: string): (holder: string) => boolean {
  return (holder) => holder.startsWith(`${pod}_`);
}

const now = (): string => takenNow("", 1).renewTime ?? "";

/**
 * First writes of an attack. After each of these writes, an acquisition by another pod would look
 * valid.
 */
const preparations: Readonly<Record<string, (sibling: string) => object | null>> = {
  "release the Lease": () => ({ holderIdentity: "" }),
  "release the Lease as client-go does": () => ({
    holderIdentity: "",
    leaseDurationSeconds: 1,
    acquireTime: now(),
    renewTime: now(),
  }),
  "shorten the duration": () => ({ leaseDurationSeconds: 1 }),
  "drop the duration": () => ({ leaseDurationSeconds: null }),
  "set renewTime back": () => ({ renewTime: "2026-01-01T00:00:00.000000Z" }),
  "set renewTime ahead": () => ({ renewTime: "2126-01-01T00:00:00.000000Z" }),
  "remove renewTime": () => ({ renewTime: null }),
  "empty the spec": () => null,
  "make itself the preferred holder": (sibling) => ({ strategy: "OldestEmulationVersion", preferredHolder: sibling }),
};

/**
 * Tests two pods of a workload that compete with client-go's leader election, and a third pod with
 * the same service account.
 */
export function contendingPods(world: () => World, guard: () => Guard): void {
  describe.each(Object.entries(workloads))("pods of a %s", (_, [first, second, sibling]) => {
    const running = new Map<string, Service>();
    const kubeconfigs = new Map<string, string>();
    let place: Place;
    let proxy: FaultyProxy;
    let connected: Promise<void> = Promise.resolve();

    const kubeconfigOf = (pod: string): string => kubeconfigs.get(pod) ?? "";
    const contend = (pod: string, ...flags: readonly string[]): void => {
      const settings = {
        namespace: place.namespace,
        identity: identityOf(pod),
        kubeconfig: kubeconfigOf(pod),
        leaseSeconds,
      };
      running.set(pod, startElector(world(), { ...settings, flags: [renewDeadline, ...flags] }));
    };
    /** Stops a candidate. Returns the number of its writes for each method and status. */
    const stopped = async (pod: string): Promise<Readonly<Record<string, number>>> => {
      await running.get(pod)?.stop();
      return JSON.parse(running.get(pod)?.lines.at(-1) ?? "{}");
    };

    beforeAll(async () => {
      place = { namespace: await world().newNamespace(), name: "elected-0" };
      proxy = await faultyProxy(world(), { next: () => connected.then(() => "none") });
      await createAccount(world(), place.namespace);
      for (const pod of [first, second, sibling]) {
        const token = await podToken(world(), place.namespace, pod);
        kubeconfigs.set(
          pod,
          kubeconfigFor(world(), `${pod}.json`, { token, ...(pod === first && { server: proxy.url }) }),
        );
      }
    });
    afterAll(async () => {
      await Promise.all([...running.values()].map(({ stop }) => stop("SIGKILL")));
      proxy?.stop();
    });

    it("one is elected and renews", async () => {
      contend(first);
      await untilHeld(world(), place, isOf(first));
      contend(second, successorsRetry);
      expect(await untilRenewed(world(), place)).toMatchObject({ leaseTransitions: 0 });
    });

    it.each(Object.entries(preparations))("a sibling cannot %s", async (_, preparation) => {
      const outcome = await patchLease(world(), place, kubeconfigOf(sibling), preparation(sibling));
      expect(outcome).toMatchObject({ status: 1, stdout: "" });
      expect(outcome.stderr).toContain('admission webhook "leases.lease-guard.dev" denied the request');
      expect(outcome.stderr).toContain(`must not be changed by pod "${sibling}"`);
      expect(outcome.stderr).toContain(`(${writtenByItsHolder})`);
    });

    it("a sibling cannot start a lease term in the name of another pod", async () => {
      const lease = {
        apiVersion: "coordination.k8s.io/v1",
        kind: "Lease",
        metadata: { name: "free", namespace: place.namespace },
      };
      const spec = takenNow(identityOf(first), leaseSeconds);
      const outcome = await world().kubectl(["create", `--kubeconfig=${kubeconfigOf(sibling)}`, "--filename=-"], {
        ...lease,
        spec,
      });
      expect(outcome).toMatchObject({
        status: 1,
        stdout: "",
        stderr: expect.stringContaining(`(${writtenByItsHolder})`),
      });
    });

    it("a leader that lost its Lease in an outage cannot release the Lease of its successor", async () => {
      expect(await untilRenewed(world(), place)).toMatchObject({
        holderIdentity: expect.stringMatching(`^${first}_`),
        leaseTransitions: 0,
      });
      let reconnect = (): void => undefined;
      connected = new Promise((resolve) => {
        reconnect = resolve;
      });
      await untilHeld(world(), place, isOf(second));
      await untilRenewed(world(), place, 1);
      reconnect();
      expect(await untilRenewed(world(), place)).toMatchObject({ leaseTransitions: 1 });
    });

    it("the former leader acquires the Lease at once when its successor releases it", async () => {
      const counts = await stopped(second);
      expect(Object.keys(counts).filter((outcome) => !["PUT 200", "PUT 409"].includes(outcome))).toEqual([]);
      await untilHeld(world(), place, isOf(first));
      expect(await untilRenewed(world(), place)).toMatchObject({ leaseTransitions: 2 });
      expect(await stopped(first)).toMatchObject({ "POST 201": 1, "PUT 403": 1, lost: 1 });
    });

    it("no other write of a candidate was denied or warned about", async () => {
      const ofContenders = ({ namespace, pod = "" }: AuditedWrite | Decision): boolean =>
        namespace === place.namespace && [first, second].includes(pod);
      const decisions = (await guard().everyDecision()).filter(ofContenders);
      expect(decisions.length).toBeGreaterThan(15);
      expect(decisions.filter((decision) => decision.node !== node)).toEqual([]);
      expect(decisions.filter(({ allowed, rules }) => !allowed || rules.length > 0)).toMatchObject([
        { pod: first, operation: "UPDATE", allowed: false, rules: [writtenByItsHolder] },
      ]);
      expect(refused(auditedWrites(world())).filter(ofContenders)).toMatchObject([
        { pod: first, verb: "update", status: 403 },
      ]);
    });
  });
}
