import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startComponent } from "../harness/control-plane.ts";
import { eventually } from "../harness/eventually.ts";
import type { Guard } from "../harness/guard.ts";
import { electorsGroup } from "../harness/impersonation.ts";
import { readSpec, takenNow, untilHeld } from "../harness/lease-spec.ts";
import type { Service } from "../harness/service.ts";
import { expectStatus, type World } from "../harness/world.ts";
import { collections } from "./collections.ts";
import { deputies } from "./deputies.ts";

const controllers = { namespace: "kube-system", name: "kube-controller-manager" };
const rule = "lease/live-lease-not-deleted";

/** A lease term of a development mode of Rancher: 45 h. */
const longSeconds = 161_999;

/**
 * Tests that the namespace controller can delete a Lease during its term, and the garbage collector
 * only if the term is long. The garbage collector and a client in the group `electors` then get a
 * warning.
 */
export function deletions(world: () => World, guard: () => Guard): void {
  describe("deletions of a live Lease", () => {
    let manager: Service;
    beforeAll(async () => {
      const { holderIdentity } = await readSpec(world(), controllers);
      manager = startComponent(world(), "kube-controller-manager", { name: "deleting", flags: [] });
      await untilHeld(world(), controllers, (holder) => holder !== holderIdentity);
    });
    afterAll(() => manager?.stop());

    const create = async (path: string, body: object) =>
      expectStatus(201, await world().api.call("POST", path, { body })).body;
    const leases = (namespace: string): string => `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`;
    const live = (namespace: string, metadata: object = {}, seconds = 300) =>
      create(leases(namespace), { metadata: { name: "live", ...metadata }, spec: takenNow("other", seconds) });
    const deleted = async (namespace: string) => {
      await eventually("the Lease is gone", 60_000, async () => {
        const { status } = await world().api.call("GET", `${leases(namespace)}/live`);
        return status === 404 ? true : undefined;
      });
      const decisions = await guard().everyDecision();
      const deletions = decisions.filter(
        (decision) => decision.namespace === namespace && decision.operation === "DELETE",
      );
      // If the cache of the API server is out of date, the API server sends the same deletion
      // twice.
      return new Set(
        deletions.map(({ user, allowed, rules }) => [user, allowed ? "allowed" : "refused", ...rules].join(" ")),
      );
    };

    it("with its owner, by the garbage collector, if its term is long", async () => {
      const namespace = await world().newNamespace();
      const owners = `/api/v1/namespaces/${namespace}/configmaps`;
      const { metadata } = await create(owners, { metadata: { name: "owner" } });
      const owner = { apiVersion: "v1", kind: "ConfigMap", name: "owner", uid: metadata?.["uid"] };
      await live(namespace, { ownerReferences: [owner] }, longSeconds);
      expectStatus(200, await world().api.call("DELETE", `${owners}/owner`));
      expect(await deleted(namespace)).toEqual(
        new Set([`system:serviceaccount:kube-system:generic-garbage-collector allowed ${rule}`]),
      );
    });

    it("with its namespace, by the namespace controller", async () => {
      const namespace = await world().newNamespace();
      await live(namespace);
      expectStatus(200, await world().api.call("DELETE", `/api/v1/namespaces/${namespace}`));
      expect(await deleted(namespace)).toEqual(
        new Set(["system:serviceaccount:kube-system:namespace-controller allowed"]),
      );
    });

    it("by another client", async () => {
      const namespace = await world().newNamespace();
      await live(namespace);
      const who = [`--namespace=${namespace}`, "--as=rival", `--as-group=${electorsGroup}`];
      const { status, stderr } = await world().kubectl(["delete", "lease", "live", ...who]);
      expect({ status, stderr }).toEqual({
        status: 0,
        stderr: expect.stringMatching(new RegExp(`^Warning: .*\\(${rule}\\)\n$`)),
      });
      expect(await deleted(namespace)).toEqual(new Set([`rival allowed ${rule}`]));
    });

    collections(world, guard);
    deputies(world);
  });
}
