import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accountToken, createAccount, identityOf, patchLease, podToken } from "../harness/bound-tokens.ts";
import { buildElector, startElector } from "../harness/elector.ts";
import { type Guard, startGuard } from "../harness/guard.ts";
import { allowElectors, electorsGroup, kubeconfigAs } from "../harness/impersonation.ts";
import { kubeconfigFor } from "../harness/kubeconfig.ts";
import { type LeaseSpec, type Place, takenNow, untilHeld, untilRenewed } from "../harness/lease-spec.ts";
import type { Service } from "../harness/service.ts";
import { startStrictGuard, strictFlags } from "../harness/strict-guard.ts";
import type { World } from "../harness/world.ts";
import { contendingPods } from "./contending-pods.ts";
import { filledLease } from "./filled-lease.ts";

const [holder, sibling] = ["store-0", "store-1"];

/** The warning that kubectl prints for a person who ends the leadership of a pod. */
const warningForPersons: unknown = expect.stringContaining("(lease/term-kept-by-persons)");

/** The warning that kubectl prints for a client that removes the duration, but is not a person. */
const warningWithoutDuration: unknown = expect.stringContaining("(lease/duration-kept)");

/** Changes of the spec that end the leadership of the pod that holds the Lease. */
const endings: Readonly<Record<string, object>> = {
  "a release": { holderIdentity: "", leaseDurationSeconds: 1 },
  "a shorter duration": { leaseDurationSeconds: 1 },
  "no duration": { leaseDurationSeconds: null },
};

/**
 * Tests the writes of pods with bound tokens. For such a token, the API server sends the name of
 * the pod to lease-guard. Also tests writers whose token is not bound to a pod.
 */
export function boundTokens(world: () => World): void {
  describe("bound tokens", () => {
    beforeAll(async () => {
      await allowElectors(world());
      await buildElector(world());
    });

    describe("in profile strict, failurePolicy Fail, in every namespace", () => {
      let guard: Guard;
      beforeAll(async () => {
        guard = await startStrictGuard(world());
      });
      afterAll(() => guard?.stop());

      contendingPods(world, () => guard);
      otherWriters(world, () => guard);
      filledLease(world);
    });

    describe("in profile strict, with the configuration of the base", () => {
      let guard: Guard;
      beforeAll(async () => {
        guard = await startGuard(world(), { flags: strictFlags(world()) });
      });
      afterAll(() => guard?.stop());

      plainRenewals(world, () => guard);
    });
  });
}

/**
 * Tests the holder, and writers for which no rule can prove that they are not the holder.
 * lease-guard must allow their writes.
 */
function otherWriters(world: () => World, guard: () => Guard): void {
  describe("a Lease that a pod holds", () => {
    let namespace: string;
    let kubeconfigs: Readonly<Record<string, string>>;
    let leases = 0;

    /**
     * Makes the pod acquire a Lease with a lease term that is longer than a test. Returns the
     * namespace and name of the Lease.
     */
    const acquired = async (): Promise<Place> => {
      leases += 1;
      const name = `held-${leases}`;
      const object = { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { name, namespace } };
      const spec = takenNow(identityOf(holder), 600);
      const created = await world().kubectl(["create", `--kubeconfig=${kubeconfigs["the pod"]}`, "--filename=-"], {
        ...object,
        spec,
      });
      expect(created).toMatchObject({ status: 0, stderr: "" });
      return { namespace, name };
    };

    beforeAll(async () => {
      namespace = await world().newNamespace();
      await createAccount(world(), namespace);
      const bound = { token: await podToken(world(), namespace, holder) };
      const unbound = { token: await accountToken(world(), namespace) };
      kubeconfigs = {
        "the pod": kubeconfigFor(world(), "pod.json", bound),
        "a token without a pod": kubeconfigFor(world(), "account.json", unbound),
        "a person": kubeconfigAs(world(), "jane", [electorsGroup]),
      };
    });

    describe.each<readonly [string, unknown]>([
      ["the pod", ""],
      ["a token without a pod", ""],
      ["a person", warningForPersons],
    ])("written by %s", (writer, stderr) => {
      it.each(Object.entries(endings))("%s is allowed", async (ending, spec) => {
        const place = await acquired();
        const outcome = await patchLease(world(), place, kubeconfigs[writer] ?? "", spec);
        expect(outcome).toMatchObject({
          status: 0,
          stderr: stderr === "" && ending === "no duration" ? warningWithoutDuration : stderr,
        });
        const decisions = (await guard().everyDecision()).filter(
          (decision) => decision.namespace === namespace && decision.name === place.name,
        );
        expect(decisions.map(({ allowed, pod }) => ({ allowed, pod }))).toEqual([
          { allowed: true, pod: holder },
          { allowed: true, pod: writer === "the pod" ? holder : undefined },
        ]);
      });
    });
  });
}

/**
 * Tests that a pod can renew its Lease without a call of lease-guard, and that lease-guard denies
 * another pod's change of renewTime.
 */
function plainRenewals(world: () => World, guard: () => Guard): void {
  describe("client-go in a pod of a StatefulSet", () => {
    let running: Service | undefined;
    afterAll(() => running?.stop("SIGKILL"));

    it("renews without validation, and its sibling cannot set renewTime back", async () => {
      const namespace = await world().newNamespace();
      const place = { namespace, name: "elected-0" };
      await createAccount(world(), namespace);
      const kubeconfigOf = async (pod: string): Promise<string> =>
        kubeconfigFor(world(), `${pod}.json`, { token: await podToken(world(), namespace, pod) });
      const leader = {
        namespace,
        identity: identityOf(holder),
        kubeconfig: await kubeconfigOf(holder),
        leaseSeconds: 6,
      };
      running = startElector(world(), leader);
      await untilHeld(world(), place, (identity) => identity.startsWith(`${holder}_`));
      await untilRenewed(world(), place);

      const putBack: LeaseSpec = { renewTime: "2026-01-01T00:00:00.000000Z" };
      const outcome = await patchLease(world(), place, await kubeconfigOf(sibling), putBack);
      expect(outcome).toMatchObject({
        status: 1,
        stderr: expect.stringContaining(`must not be changed by pod "${sibling}"`),
      });
      await untilRenewed(world(), place);
      const decisions = (await guard().everyDecision()).filter((decision) => decision.namespace === namespace);
      expect(decisions.filter(({ pod }) => pod !== sibling)).toMatchObject([
        { operation: "CREATE", pod: holder, allowed: true, rules: [] },
      ]);
      expect(decisions.filter(({ pod, allowed }) => pod === sibling && allowed)).toEqual([]);
    });
  });
}
