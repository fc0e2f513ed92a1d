import { expect, test } from "vitest";
import { factsOf } from "../../src/workload/facts.ts";
import { managerProgram } from "../harness/manager.ts";
import { account, elector, role, roleBinding, rule } from "../harness/rbac-objects.ts";
import { setOf } from "../harness/set-scene.ts";

const reasonsFor = async (...objects: readonly object[]): Promise<readonly string[]> =>
  (await factsOf(setOf(objects), [managerProgram])).notUnderstood.map(({ reason }) => reason);

test("a workload whose role is not in the files is not understood", async () => {
  expect(await reasonsFor(elector(), roleBinding())).toEqual(["the rules of the Role elector are not certain"]);
});

test.each([
  ["a binding without subjects", roleBinding({ subjects: [] })],
  ["a subject in another namespace", roleBinding({ subjects: [{ ...account, namespace: "other" }] })],
  ["a binding of another account", roleBinding({ subjects: [{ ...account, name: "other" }] })],
])("a workload whose ServiceAccount no binding names is not understood: %s", async (_, binding) => {
  const reason = "no binding of the manifests names the ServiceAccount team-a/elector";
  expect(await reasonsFor(elector(), role([rule("get", "create", "update")]), binding)).toEqual([reason]);
});

test.each([
  ["no binding", []],
  ["enough permissions", [role([rule("get", "create", "update")]), roleBinding()]],
  ["a missing permission", [role([rule("get")]), roleBinding()]],
])("a workload with %s is understood", async (_, objects) => {
  expect(await reasonsFor(elector(), ...objects)).toEqual([]);
});

test("a workload counts once", async () => {
  const unknown = elector({ args: ["--leader-elect=$(UNKNOWN)"] });
  expect(await reasonsFor(unknown, roleBinding())).toHaveLength(1);
});
