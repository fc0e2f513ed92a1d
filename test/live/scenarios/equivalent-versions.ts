import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { badLeaseName, type Guard, startGuard } from "../harness/guard.ts";
import { mapRules, type Registration } from "../harness/registration.ts";
import type { Release } from "../harness/release.ts";
import { objectOf, pathOf, type World } from "../harness/world.ts";

/**
 * Tests a write in an API version that the webhook configuration does not list. The API server must
 * convert the object to a listed version and call the webhook.
 */
export function equivalentVersions(release: Release, world: () => World): void {
  const candidates = release.kinds.filter(({ kind }) => kind === "LeaseCandidate");
  const named = candidates.map((kind) => [kind.version, kind] as const);

  describe.each(named)("with only %s in the configuration", (version) => {
    let guard: Guard;
    beforeAll(async () => {
      const edit = (shipped: Registration) => mapRules(shipped, () => ({ apiVersions: [version] }));
      guard = await startGuard(world(), { edit });
    });
    afterAll(() => guard?.stop());

    it.each(named)("%s LeaseCandidate is validated", async (_, kind) => {
      const namespace = await world().newNamespace();
      const write = (name: string, leaseName: string) =>
        world().api.call("POST", pathOf(kind, namespace), {
          body: objectOf(kind, { name }, { ...kind.legalSpec, leaseName }),
        });
      expect(await write("good", "elected")).toMatchObject({ status: 201, warnings: [] });
      expect(await write("bad", badLeaseName)).toMatchObject({
        status: 403,
        body: { details: { causes: [{ field: "spec.leaseName" }] } },
      });
      expect(await guard.decisions(namespace)).toMatchObject([
        { name: "good", allowed: true },
        { name: "bad", allowed: false },
      ]);
    });
  });
}
