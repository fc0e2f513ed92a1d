import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Call } from "../harness/api.ts";
import { badLeaseName, type Guard, startGuard } from "../harness/guard.ts";
import { excludedNamespaces } from "../harness/registration.ts";
import type { Release } from "../harness/release.ts";
import { expectStatus, legal, objectOf, pathOf, type World } from "../harness/world.ts";

/**
 * Tests that the API server does not call lease-guard for the excluded namespaces and for nodes,
 * even for a write that lease-guard would deny.
 */
export function exclusions(release: Release, world: () => World): void {
  const candidates = release.kinds.filter(({ kind }) => kind === "LeaseCandidate");

  describe("writes that never reach lease-guard", () => {
    let guard: Guard;
    beforeAll(async () => {
      for (const name of excludedNamespaces())
        await world().api.call("POST", "/api/v1/namespaces", { body: { metadata: { name } } });
      guard = await startGuard(world());
    });
    afterAll(() => guard?.stop());

    const createBad = async (namespace: string, as?: Call["as"]) => {
      const answers = candidates.map((kind) => {
        const object = objectOf(kind, { generateName: "bad-" }, { ...kind.legalSpec, leaseName: badLeaseName });
        return world().api.call("POST", pathOf(kind, namespace), { body: object, ...(as && { as }) });
      });
      return await Promise.all(answers);
    };
    const statuses = (status: number) => candidates.map(() => expect.objectContaining({ status, warnings: [] }));

    it.each([...excludedNamespaces()])("in the namespace %s", async (namespace) => {
      expect(await createBad(namespace)).toEqual(statuses(201));
      const [lease] = release.kinds;
      if (lease)
        expectStatus(
          201,
          await world().api.call("POST", pathOf(lease, namespace), { body: legal(lease, { generateName: "any-" }) }),
        );
      expect(await guard.decisions(namespace)).toEqual([]);
    });

    it("by a node", async () => {
      expect(await createBad("default", { user: "system:node:one", group: "system:nodes" })).toEqual(statuses(201));
    });

    it("other namespaces and other users do reach lease-guard", async () => {
      expect(excludedNamespaces()).toEqual(expect.arrayContaining(["kube-system", "kube-node-lease", "lease-guard"]));
      expect(await createBad("default")).toEqual(statuses(403));
      expect(await createBad("default", { user: "system:node:one", group: "others" })).toEqual(statuses(403));
    });
  });
}
