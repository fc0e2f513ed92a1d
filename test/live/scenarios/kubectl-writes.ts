import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Guard, startGuard } from "../harness/guard.ts";
import { leaseSpec, type Release } from "../harness/release.ts";
import { freshCache, legal, pathOf, type World } from "../harness/world.ts";

/** Tests a user who creates, changes, and deletes a Lease or a LeaseCandidate with kubectl. */
export function kubectlWrites(release: Release, world: () => World): void {
  describe("kubectl", () => {
    let guard: Guard;
    beforeAll(async () => {
      guard = await startGuard(world());
    });
    afterAll(() => guard?.stop());

    it.each(release.kinds.map((kind) => [`${kind.version} ${kind.kind}`, kind] as const))(
      "%s: create, apply, patch, replace, label and delete",
      async (_, kind) => {
        const namespace = await world().newNamespace();
        const name = `${kind.resource}.${kind.version}.coordination.k8s.io/one`;
        const at = `--namespace=${namespace}`;
        const labelled = (value: string) => legal(kind, { name: "one", namespace, labels: { a: value } });
        const patch = JSON.stringify({ metadata: { labels: { a: "patched" } } });
        // This test sends strategic merge patches only for Leases. operations.ts also tests
        // strategic merge patches of LeaseCandidates.
        const types = kind.kind === "Lease" ? ["merge", "strategic"] : ["merge"];
        const commands: readonly (readonly [string[], object?])[] = [
          [["create", "--filename=-"], labelled("created")],
          [["create", "--filename=-", "--dry-run=server"], legal(kind, { name: "two", namespace })],
          [["apply", "--server-side", "--force-conflicts", "--filename=-"], labelled("applied")],
          ...types.map((type): [string[]] => [
            ["patch", name, at, `--type=${type}`, `--patch=${patch.replace("patched", type)}`],
          ]),
          [["replace", "--filename=-"], labelled("replaced")],
          [["label", name, at, "b=labelled"]],
          [["annotate", name, at, "b=annotated"]],
          [["delete", name, at]],
        ];
        for (const [args, object] of commands) {
          if (args[0] !== "create") await freshCache(world(), pathOf(kind, namespace, "one"));
          const { status, stderr } = await world().kubectl(args, object);
          expect({ args, status, stderr }).toEqual({ args, status: 0, stderr: "" });
        }
        const judged = await guard.decisions(namespace);
        expect(judged).toHaveLength(commands.length - 1); // the delete is not validated
        expect(judged.slice(0, 2)).toMatchObject([
          { operation: "CREATE", dryRun: false },
          { operation: "CREATE", dryRun: true },
        ]);
        expect(judged.slice(2).every(({ operation, allowed }) => operation === "UPDATE" && allowed)).toBe(true);
      },
    );

    it("a renewal by kubectl patch is not validated", async () => {
      const namespace = await world().newNamespace();
      const [lease] = release.kinds;
      if (!lease) throw new Error(`${release.version} serves nothing`);
      const patch = JSON.stringify({ spec: { ...leaseSpec, renewTime: "2026-01-01T00:00:09.000000Z" } });
      await world().kubectl(["create", "--filename=-"], legal(lease, { name: "one", namespace }));
      for (const type of ["merge", "strategic"]) {
        const { status } = await world().kubectl([
          "patch",
          "lease/one",
          `--namespace=${namespace}`,
          `--type=${type}`,
          `--patch=${patch}`,
        ]);
        expect(status).toBe(0);
      }
      expect(await guard.decisions(namespace)).toMatchObject([{ operation: "CREATE" }]);
    });
  });
}
