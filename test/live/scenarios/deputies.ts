import { describe, expect, it } from "vitest";
import { byPod } from "../../harness/by-pod.ts";
import type { Writer } from "../harness/api.ts";
import { eventually } from "../harness/eventually.ts";
import { electorsGroup, emergencyWriter } from "../harness/impersonation.ts";
import { type LeaseSpec, type Place, readSpec, takenNow } from "../harness/lease-spec.ts";
import { expectStatus, type World } from "../harness/world.ts";

const group = "/apis/coordination.k8s.io";
/** The time in which the election controller of kube-apiserver writes a Lease. */
const electionMs = 30_000;

/**
 * Tests that no client uses the election controller of kube-apiserver as its deputy: with a
 * LeaseCandidate, it cannot take over a live Lease or renew a heartbeat.
 */
export function deputies(world: () => World): void {
  const pod = (namespace: string, name: string): Writer => ({
    ...byPod(name, "worker-1", `${namespace}:controller`),
    groups: [electorsGroup],
  });
  const leases = (namespace: string): string => `${group}/v1/namespaces/${namespace}/leases`;
  const create = (place: Place, spec: LeaseSpec) =>
    world().api.call("POST", leases(place.namespace), { body: { metadata: { name: place.name }, spec } });
  const stand = ({ namespace, name: leaseName }: Place, name: string, writer: Writer) => {
    const { renewTime } = takenNow(name, 1);
    const versions = { binaryVersion: "1.36.0", emulationVersion: "1.36.0", strategy: "OldestEmulationVersion" };
    const body = { metadata: { name }, spec: { leaseName, ...versions, renewTime } };
    return world().api.call("POST", `${group}/v1beta1/namespaces/${namespace}/leasecandidates`, { body, writer });
  };
  const denied = (rule: string) => ({ status: 403, body: { message: expect.stringContaining(`(${rule})`) } });

  describe("kube-apiserver as a deputy", () => {
    it.concurrent("preferredHolder gives a candidate no right to a live Lease", async () => {
      const place = { namespace: await world().newNamespace(), name: "live" };
      const [holder, deputy] = ["controller-1", "controller-0"].map((name) => pod(place.namespace, name));
      const spec = takenNow("controller-1", 300);
      expectStatus(201, await create(place, spec));
      expectStatus(201, await stand(place, "controller-0", deputy as Writer));
      await eventually("kube-apiserver prefers the candidate", electionMs, async () =>
        (await readSpec(world(), place)).preferredHolder === "controller-0" ? true : undefined,
      );
      const patch = (fields: object, writer: Writer | undefined) =>
        world().api.call("PATCH", `${leases(place.namespace)}/live`, {
          body: { spec: fields },
          contentType: "application/merge-patch+json",
          ...(writer && { writer }),
        });
      const takeover = { ...takenNow("controller-0", 300, 1), preferredHolder: null };
      expect(await patch(takeover, deputy)).toMatchObject(denied("lease/holder-kept-until-expiry"));
      const release = { ...takenNow("", 1), strategy: null, preferredHolder: null };
      expect(await patch(release, deputy)).toMatchObject(denied("lease/written-by-its-holder"));
      const renewal = { renewTime: takenNow("controller-1", 1).renewTime, strategy: null, preferredHolder: null };
      expectStatus(200, await patch(renewal, holder));
    });

    it.concurrent("a candidate cannot make kube-apiserver renew the heartbeat of a dead node", async () => {
      const place = { namespace: "kube-node-lease", name: "dead-node" };
      const stopped = { ...takenNow("dead-node", 40), renewTime: "2026-07-01T08:00:00.000000Z" };
      expectStatus(201, await create(place, stopped));
      expect(await stand(place, "agent-0", pod("team-b", "agent-0"))).toMatchObject(
        denied("lease-candidate/lease-not-heartbeat"),
      );
      expect((await readSpec(world(), place)).renewTime).toBe(stopped.renewTime);
      // The same LeaseCandidate, which the rule only audits for an emergency.
      expectStatus(201, await stand(place, "agent-0", emergencyWriter));
      await eventually("kube-apiserver renews the Lease of the node", electionMs, async () =>
        (await readSpec(world(), place)).renewTime === stopped.renewTime ? undefined : true,
      );
      for (const path of [
        `${group}/v1beta1/namespaces/kube-node-lease/leasecandidates/agent-0`,
        `${leases("kube-node-lease")}/dead-node`,
      ])
        expectStatus(200, await world().api.call("DELETE", path));
    });

    it.concurrent("a candidate cannot compete for the identity Lease of an API server", async () => {
      const { body } = expectStatus(200, await world().api.call("GET", leases("kube-system")));
      const { items } = body as unknown as {
        readonly items: readonly { readonly metadata: { readonly name: string } }[];
      };
      const name = items.map(({ metadata }) => metadata.name).find((each) => each.startsWith("apiserver-"));
      expect(name).toBeDefined();
      expect(
        await stand({ namespace: "kube-system", name: name ?? "" }, "agent-1", pod("team-b", "agent-1")),
      ).toMatchObject(denied("lease-candidate/lease-not-heartbeat"));
    });
  });
}
