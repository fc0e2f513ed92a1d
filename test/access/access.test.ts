import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { type Access, accessOf, type KnownLease, type Writer } from "../../src/access/access.ts";
import { type AccessFormat, accessReports } from "../../src/access/reports/reports.ts";
import { objectsAt, textAt, textsAt } from "../../src/core/api/fields.ts";
import { manifestValues } from "../../src/manifest/manifest-values.ts";
import { formats } from "../../src/schema/formats.ts";
import { factsOf } from "../../src/workload/facts.ts";
import type { ElectionProgram } from "../../src/workload/program.ts";
import { hostile } from "../audit/reports/audit-results.ts";
import { managerProgram } from "../harness/manager.ts";
import { account, clusterRole, clusterRoleBinding, elector, role, roleBinding, rule } from "../harness/rbac-objects.ts";
import { context } from "../harness/report-context.ts";
import { setOf } from "../harness/set-scene.ts";

interface AccessScene {
  readonly objects: readonly object[];
  readonly leases?: readonly Partial<KnownLease>[];
  readonly users?: Readonly<Record<string, readonly string[]>>;
  readonly isComplete?: boolean;
}

const { lockName: _, ...withoutLockName } = managerProgram;
const computing: ElectionProgram = { ...withoutLockName, name: "computing", images: ["example/computing"] };

async function accessIn({ objects, leases = [{}], users = {}, isComplete = false }: AccessScene): Promise<Access> {
  const listed = leases.map((each) => ({ namespace: "team-a", name: "lock", holder: "", writers: [], ...each }));
  const recorded = new Map(Object.entries(users).map(([lease, names]) => [lease, new Set(names)]));
  const { facts, notUnderstood } = await factsOf(setOf(objects, isComplete), [managerProgram, computing]);
  return accessOf({ ...facts, notUnderstood, listed, users: recorded, unread: [] });
}

const lineOf = ({ subject: { kind, name }, verbs, binding }: Writer): string =>
  `${kind} ${name} ${verbs.join()} ${binding.name}`;

/** Returns the writers of every Lease, and those of each Lease by its name. */
async function writersIn(scene: AccessScene): Promise<Readonly<Record<string, readonly string[]>>> {
  const { everywhere, leases } = await accessIn(scene);
  const entries = leases.map(({ namespace, name, writers }) => [`${namespace}/${name}`, writers.map(lineOf)]);
  return { everywhere: everywhere.map(lineOf), ...Object.fromEntries(entries) };
}

const everything = { apiGroups: ["*"], resources: ["*"], verbs: ["*"] };
const all = "create,update,patch,delete,deletecollection";
const serviceAccount = { kind: "ServiceAccount", metadata: { name: "other", namespace: "team-a" } };

describe("the writers of a Lease", () => {
  it("are the subjects of the RoleBindings in its namespace", async () => {
    const objects = [role([rule("get", "create", "update")]), roleBinding()];
    expect(await writersIn({ objects, leases: [{}, { namespace: "team-b" }] })).toEqual({
      everywhere: [],
      "team-a/lock": ["ServiceAccount elector create,update elector"],
      "team-b/lock": [],
    });
  });

  it("are without the subjects that may write another Lease, or only read", async () => {
    const objects = [role([{ ...rule("update"), resourceNames: ["other"] }, rule("get", "list")]), roleBinding()];
    expect(await writersIn({ objects })).toEqual({ everywhere: [], "team-a/lock": [] });
  });

  it("show a subject of every Lease once", async () => {
    const objects = [clusterRole([everything]), clusterRoleBinding()];
    expect(await writersIn({ objects, leases: [{}, { name: "other" }] })).toEqual({
      everywhere: [`ServiceAccount elector ${all} elector`],
      "team-a/lock": [],
      "team-a/other": [],
    });
  });

  it("show what a ClusterRoleBinding grants by the name of the Lease", async () => {
    const objects = [
      clusterRole([rule("create"), { ...rule("update"), resourceNames: ["lock"] }]),
      clusterRoleBinding(),
    ];
    expect(await writersIn({ objects, leases: [{}, { name: "other" }] })).toEqual({
      everywhere: ["ServiceAccount elector create elector"],
      "team-a/lock": ["ServiceAccount elector update elector"],
      "team-a/other": [],
    });
  });

  it("are the same for all heartbeats", async () => {
    const namespace = "kube-node-lease";
    const objects = [role([rule("update")], { namespace }), roleBinding({ namespace, subjects: [account] })];
    const leases = ["worker-1", "worker-2"].map((name) => ({ namespace, name }));
    expect(await writersIn({ objects, leases })).toEqual({
      everywhere: [],
      "kube-node-lease/*": ["ServiceAccount elector update elector"],
    });
    expect((await accessIn({ objects, leases })).heartbeats).toBe(2);
  });

  it("are unknown for a role that is not in the files, and known for the built-in role edit", async () => {
    const objects = [
      roleBinding({ name: "absent" }),
      roleBinding({ name: "editors", roleKind: "ClusterRole", roleName: "edit" }),
    ];
    const { leases, unresolved } = await accessIn({ objects });
    expect(leases[0]?.writers.map(lineOf)).toEqual([`ServiceAccount elector ${all} editors`]);
    expect(unresolved.map(({ name }) => name)).toEqual(["absent"]);
  });

  it("do not contain the subjects of a role that does not exist in the cluster", async () => {
    const { leases, unresolved } = await accessIn({ objects: [roleBinding()], isComplete: true });
    expect([leases[0]?.writers, unresolved]).toEqual([[], []]);
  });

  it.each([
    ["a cluster without the ServiceAccount", [serviceAccount], true, true],
    ["a cluster whose ServiceAccounts were not read", [], true, false],
    ["files without the ServiceAccount", [serviceAccount], false, false],
  ])("can be missing: %s", async (_, others, isComplete, isMissing) => {
    const objects = [role([rule("update")]), roleBinding(), ...others];
    const { leases } = await accessIn({ objects, isComplete });
    expect(leases[0]?.writers.map((writer) => writer.isMissing)).toEqual([isMissing]);
  });
});

describe("a Lease", () => {
  it("shows its holder, its managers, and its recorded writers", async () => {
    const writers = ["manager", "kubectl-edit", "manager"].map((manager) => ({
      manager,
      atMs: 0,
      renews: true,
      setsHolder: true,
    }));
    const access = await accessIn({
      objects: [],
      leases: [{ holder: "pod-0", writers }],
      users: { "team-a/lock": ["jane", "bob"], "team-b/lock": ["eve"] },
    });
    expect(access.leases).toMatchObject([
      { holder: "pod-0", managers: ["kubectl-edit", "manager"], users: ["bob", "jane"] },
    ]);
  });

  it("shows the workload that elects with it, whether it exists or not", async () => {
    const objects = [elector(), elector({ name: "second", args: ["--leader-elect", "--lock-name=lock"] })];
    const { leases } = await accessIn({ objects });
    expect(leases.map(({ name, workloads }) => [name, workloads.map(({ workload }) => workload.name)])).toEqual([
      ["example-lock", ["manager"]],
      ["lock", ["second"]],
    ]);
  });

  it("is not shown for an election that is off or not understood", async () => {
    const objects = [elector({ args: [] }), elector({ name: "second", namespace: null })];
    expect((await accessIn({ objects, leases: [] })).leases).toEqual([]);
  });
});

describe("a Lease that is not known", () => {
  it.each<readonly [string, object, readonly string[]]>([
    ["a known name", elector(), []],
    ["an election that is off", elector({ args: [] }), []],
    ["a program that is not in the table", elector({ image: "registry.example/web:v1", args: [] }), []],
    ["a computed name", elector({ image: "example/computing:v1" }), ["computing computes the name of its Lease"]],
    ["no namespace", elector({ namespace: null }), ["the workload sets no namespace"]],
    ["a switch without a value", elector({ args: ["--leader-elect=$(A)"] }), ["the variable A is not set"]],
  ])("is that of a workload with a reason: %s", async (_, workload, reasons) => {
    const access = await accessIn({ objects: [workload], leases: [] });
    expect(access.unknownLeases.map(({ reason }) => reason)).toEqual(reasons);
    for (const reason of reasons)
      for (const format of ["text", "json", "role"] as const) expect(await report(format, access)).toContain(reason);
  });
});

const scene: AccessScene = {
  objects: [
    elector({ name: hostile, image: "example/computing:v1" }),
    elector(),
    role([rule("get", "create", "update")]),
    roleBinding(),
    roleBinding({ name: "absent", roleName: "absent" }),
    clusterRole([everything], { name: hostile }),
    clusterRoleBinding({ roleName: hostile, subjects: [{ kind: "Group", name: hostile }] }),
  ],
  leases: [
    { name: "example-lock", holder: hostile },
    { namespace: "kube-node-lease", name: "worker-1" },
  ],
  users: { "team-a/example-lock": [hostile] },
};
const report = async (format: AccessFormat, access: Access): Promise<string> =>
  (await accessReports[format]())(access, context);

it("JSON has the form of its schema", async () => {
  const path = new URL("../../schemas/report/v1alpha1/access.json", import.meta.url);
  const schema = JSON.parse(readFileSync(path, "utf8")) as object;
  const accepts = new Ajv2020({ strict: true, formats: { ...formats } }).compile(schema);
  const missing = { objects: [role([rule("update")]), roleBinding(), serviceAccount], isComplete: true };
  for (const each of [scene, missing, { objects: [], leases: [] }]) {
    const published: unknown = JSON.parse(await report("json", await accessIn(each)));
    expect(accepts(published), JSON.stringify(accepts.errors)).toBe(true);
  }
});

it.each(["text", "json", "role"] as const)("%s escapes strings of the cluster", async (format) => {
  expect(await report(format, await accessIn(scene))).not.toMatch(/[^\P{C}\n]/u);
});

it.each([
  ["two Leases of one account", [elector(), elector({ name: "second", args: ["--leader-elect", "--lock-name=lock"] })]],
  [
    "accounts with one name, of two namespaces",
    ["team-a", "team-b"].map((namespace) =>
      elector({ namespace, args: ["--leader-elect", "--lock-namespace=kube-system", `--lock-name=${namespace}`] }),
    ),
  ],
])("the smallest roles have different names: %s", async (_, objects) => {
  const roles = await manifestValues(await report("role", await accessIn({ objects, leases: [] })));
  const names = (roles.ok ? roles.value : []).map((each) =>
    [textAt(each, "kind"), textAt(each, "metadata", "namespace"), textAt(each, "metadata", "name")].join("/"),
  );
  expect(names).toHaveLength(new Set(names).size);
  const rules = (roles.ok ? roles.value : []).flatMap((each) => objectsAt(each, "rules"));
  const locks = rules.flatMap((each) => textsAt(each, "resourceNames"));
  expect(locks).toHaveLength(2);
});

it("the smallest role contains the verbs that the program needs", async () => {
  const text = await report("role", await accessIn({ objects: [elector()], leases: [] }));
  expect(text).toContain("    resourceNames:\n      - example-lock\n    verbs:\n      - get\n      - update\n");
  expect(text).not.toMatch(/[&*]a\d/);
});
