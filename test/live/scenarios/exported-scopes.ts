import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { learnedPolicy, learnedUser } from "../../harness/learned-policy.ts";
import type { Answer } from "../harness/api.ts";
import { eventually } from "../harness/eventually.ts";
import { applyExport } from "../harness/exported-policy.ts";
import { allowElectors, electorsGroup } from "../harness/impersonation.ts";
import { takenNow } from "../harness/lease-spec.ts";
import type { Release } from "../harness/release.ts";
import { startWorld, type World } from "../harness/world.ts";

const leases = 1000;

/** Returns a change of a correct write for each rule that breaks the rule. */
function wrong(index: number): Readonly<Record<string, Change>> {
  return {
    "metadata/writer-allowed": { username: learnedUser(index + 1) },
    "lease/holder-pattern": { holder: `controller-${index + 1}-a_b` },
  };
}

interface Change {
  readonly username?: string;
  readonly holder?: string;
  readonly seconds?: number;
  readonly namespace?: string;
}

/**
 * Applies a policy with a scope for each of 1,000 Leases. The export fails closed, so that
 * kube-apiserver would deny every write if an evaluation exceeded its cost limits.
 */
export function exportedScopes(release: Release): void {
  describe(`1,000 scopes in Kubernetes ${release.version}`, { timeout: 600_000 }, () => {
    let world: World;
    beforeAll(async () => {
      world = await startWorld(release);
      await allowElectors(world);
      for (const namespace of ["team-0", "team-25", "team-49", "other"])
        await world.api.call("POST", "/api/v1/namespaces", { body: { metadata: { name: namespace } } });
      await applyExport(world, "scopes", learnedPolicy(leases), ["--split", "--fail-closed"]);
      await eventually("the last policy denies", 120_000, async () =>
        (await rulesDenied(999)) === 2 ? true : undefined,
      );
    });
    afterAll(() => world?.stop());

    const create = (
      index: number,
      {
        username = learnedUser(index),
        holder = `controller-${index}-a_b`,
        seconds = 15,
        namespace = `team-${index % 50}`,
      }: Change,
    ): Promise<Answer> =>
      world.api.call("POST", `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases?dryRun=All`, {
        body: { metadata: { name: `controller-${index}` }, spec: takenNow(holder, seconds) },
        writer: { username, groups: [electorsGroup] },
      });

    /** Returns how many of the rules deny a write that breaks only this rule. */
    const rulesDenied = async (index: number): Promise<number> => {
      const answers = await Promise.all(Object.values(wrong(index)).map((change) => create(index, change)));
      return answers.filter(({ status }) => status === 403).length;
    };

    it.each([0, 525, 999])("scope %i applies to its Lease", async (index) => {
      expect(await create(index, {})).toMatchObject({ status: 201, warnings: [] });
      for (const [rule, change] of Object.entries(wrong(index))) {
        const { status, body } = await create(index, change);
        expect({ status, text: JSON.stringify(body) }).toEqual({
          status: 403,
          text: expect.stringContaining(`(${rule})`),
        });
      }
    });

    it("no scope applies to another Lease", async () => {
      expect(await create(0, { namespace: "other", username: "jane", seconds: 60 })).toMatchObject({ status: 201 });
    });
  });
}
