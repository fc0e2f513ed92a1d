import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { runCli } from "../harness/cli.ts";
import { account, clusterRole, clusterRoleBinding, role, roleBinding, rule } from "../harness/rbac-objects.ts";
import type { Call } from "./harness/api.ts";
import { plantLease } from "./harness/audited-cluster.ts";
import { kubeconfigAs } from "./harness/impersonation.ts";
import { fromNow } from "./harness/lease-spec.ts";
import { applyRolesOf, deniedRequests, readOnlyCommands } from "./harness/read-only-roles.ts";
import { newest } from "./harness/release.ts";
import { expectStatus, startWorld, type World } from "./harness/world.ts";

const verbs = ["create", "update", "patch", "delete", "deletecollection"] as const;

interface Writer {
  readonly subject: { readonly kind: string; readonly namespace: string; readonly name: string };
  readonly verbs: readonly string[];
  readonly missing?: true;
}

interface Report {
  readonly everywhere: readonly Writer[];
  readonly leases: readonly {
    readonly namespace: string;
    readonly name: string;
    readonly managers: readonly string[];
    readonly writers: readonly Writer[];
  }[];
  readonly unread: readonly object[];
}

let started: World | undefined;
let report: Report;
const world = (): World => {
  if (!started) throw new Error("the cluster did not start");
  return started;
};
const { access } = readOnlyCommands;

const paths: Readonly<Record<string, string>> = {
  Role: "apis/rbac.authorization.k8s.io/v1/namespaces/team-a/roles",
  RoleBinding: "apis/rbac.authorization.k8s.io/v1/namespaces/team-a/rolebindings",
  ClusterRole: "apis/rbac.authorization.k8s.io/v1/clusterroles",
  ClusterRoleBinding: "apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
  ServiceAccount: "api/v1/namespaces/team-a/serviceaccounts",
  Namespace: "api/v1/namespaces",
};

async function create(body: object): Promise<void> {
  const { kind } = body as { readonly kind: string };
  expectStatus(201, await world().api.call("POST", `/${paths[kind]}`, { body }));
}

/** Roles in `team-a` that differ in one property, each bound to a ServiceAccount of its name. */
const roles: Readonly<Record<string, readonly Parameters<typeof role>[0][number][]>> = {
  least: [rule("create"), { ...rule("get", "update"), resourceNames: ["lock"] }],
  "named-create": [{ ...rule("create", "get", "update"), resourceNames: ["lock"] }],
  "named-apply": [{ ...rule("create", "get", "patch"), resourceNames: ["lock"] }],
  "other-name": [{ ...rule("update", "delete"), resourceNames: ["other"] }],
  "star-name": [{ ...rule("update"), resourceNames: ["*"] }],
  "empty-name": [{ ...rule("create"), resourceNames: [""] }],
  "star-verb": [rule("*")],
  "letter-case": [rule("Update")],
  "wrong-group": [{ ...rule("update"), apiGroups: [""] }],
  subresource: [{ ...rule("update"), resources: ["leases/status"] }],
  "star-subresource": [{ ...rule("update"), resources: ["*/status"] }],
  "star-everything": [{ apiGroups: ["*"], resources: ["*"], verbs: ["*"] }],
  method: [rule("put")],
};

/** Other ways to bind a role to a ServiceAccount of the same name. */
const bindings: readonly object[] = [
  clusterRole([rule("update")], { name: "shared" }),
  roleBinding({
    name: "by-cluster-role",
    roleKind: "ClusterRole",
    roleName: "shared",
    subjects: [{ ...account, name: "by-cluster-role" }],
  }),
  roleBinding({ name: "absent-role", roleName: "no-such-role", subjects: [{ ...account, name: "absent-role" }] }),
  roleBinding({
    name: "no-namespace",
    roleName: "star-verb",
    subjects: [{ kind: "ServiceAccount", name: "no-namespace" }],
  }),
  roleBinding({
    name: "by-user-name",
    roleName: "star-verb",
    subjects: [
      { kind: "User", apiGroup: "rbac.authorization.k8s.io", name: "system:serviceaccount:team-a:by-user-name" },
    ],
  }),
  roleBinding({
    name: "by-group",
    roleName: "named-apply",
    subjects: [{ kind: "Group", apiGroup: "rbac.authorization.k8s.io", name: "system:serviceaccounts:team-b" }],
  }),
  clusterRole([{ ...rule("update", "delete"), resourceNames: ["lock"] }, rule("create")], { name: "everywhere" }),
  clusterRoleBinding({ name: "everywhere", roleName: "everywhere", subjects: [{ ...account, name: "everywhere" }] }),
];

beforeAll(async () => {
  started = await startWorld(newest);
  for (const name of ["team-a", "team-b"]) await create({ kind: "Namespace", metadata: { name } });
  for (const [name, rules] of Object.entries(roles)) {
    await create({ kind: "ServiceAccount", metadata: { name } });
    await create(role(rules, { name }));
    await create(roleBinding({ name, roleName: name, subjects: [{ ...account, name }] }));
  }
  for (const each of bindings) await create(each);
  const spec = { holderIdentity: "replica-0", leaseDurationSeconds: 15, renewTime: fromNow(0) };
  for (const namespace of ["team-a", "team-b"]) await plantLease(world(), [namespace, "lock"], spec);
  await applyRolesOf(world(), access);
  await vi.waitFor(async () => expect(await deniedRequests(world(), access)).toEqual([]), { timeout: 20_000 });
  const args = ["access", "-o", "json", "--kubeconfig", kubeconfigAs(world(), access.user)];
  const { stdout, stderr, code } = await runCli(args);
  expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
  report = JSON.parse(stdout) as Report;
});
afterAll(() => started?.stop());

/** Asks the API server which verbs a ServiceAccount of `team-a` may use for the Lease `lock`. */
async function allowed(name: string, namespace: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const verb of verbs) {
    const attributes = { group: "coordination.k8s.io", resource: "leases", verb, namespace };
    const isUnnamed = verb === "create" || verb === "deletecollection";
    const spec = {
      user: `system:serviceaccount:team-a:${name}`,
      groups: ["system:serviceaccounts", "system:serviceaccounts:team-a", "system:authenticated"],
      resourceAttributes: isUnnamed ? attributes : { ...attributes, name: "lock" },
    };
    const { body } = expectStatus(
      201,
      await world().api.call("POST", "/apis/authorization.k8s.io/v1/subjectaccessreviews", { body: { spec } }),
    );
    if ((body["status"] as { readonly allowed: boolean }).allowed) found.push(verb);
  }
  return found;
}

describe("lease-guard access says what the API server decides", () => {
  const accounts = [
    ...Object.keys(roles),
    "by-cluster-role",
    "absent-role",
    "no-namespace",
    "by-user-name",
    "everywhere",
  ];

  it.each(accounts.flatMap((name) => ["team-a", "team-b"].map((namespace) => ({ name, namespace }))))(
    "about $name in $namespace",
    async ({ name, namespace }) => {
      const { everywhere, leases } = report;
      const lease = leases.find((each) => each.namespace === namespace && each.name === "lock");
      const isAccount = ({ subject }: Writer): boolean =>
        (subject.kind === "ServiceAccount" && subject.namespace === "team-a" && subject.name === name) ||
        subject.name === `system:serviceaccount:team-a:${name}`;
      const shown = [...everywhere, ...(lease?.writers ?? [])].filter(isAccount).flatMap((writer) => writer.verbs);
      expect(new Set(shown)).toEqual(new Set(await allowed(name, namespace)));
    },
  );

  it("reads everything with the role of manifests/rbac, and shows who is missing and who writes", () => {
    const { unread, everywhere, leases } = report;
    expect(unread).toEqual([]);
    expect(everywhere).toContainEqual(
      expect.objectContaining({ subject: { kind: "Group", namespace: "", name: "system:masters" }, verbs: [...verbs] }),
    );
    const lock = leases.find(({ namespace, name }) => namespace === "team-a" && name === "lock");
    expect(lock?.managers).toHaveLength(1);
    const missing = lock?.writers.filter((writer) => writer.missing).map(({ subject }) => subject.name);
    expect(missing).toEqual(["by-cluster-role", "everywhere", "no-namespace"]);
  });
});

describe("a rule with create and resourceNames", () => {
  const path = "/apis/coordination.k8s.io/v1/namespaces/team-a/leases";
  const body = { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { name: "lock", namespace: "team-a" } };
  const as = (name: string): Pick<Call, "writer"> => ({
    writer: { username: `system:serviceaccount:team-a:${name}`, groups: ["system:authenticated"] },
  });

  it("does not let a client create with POST, and lets it create with server-side apply", async () => {
    expectStatus(200, await world().api.call("DELETE", `${path}/lock`));
    expectStatus(403, await world().api.call("POST", path, { body, ...as("named-create") }));
    const apply = { body, contentType: "application/apply-patch+yaml", ...as("named-apply") };
    expectStatus(201, await world().api.call("PATCH", `${path}/lock?fieldManager=test`, apply));
  });

  it("lets it create with PUT, which no leader-election client sends", async () => {
    expectStatus(200, await world().api.call("DELETE", `${path}/lock`));
    expectStatus(201, await world().api.call("PUT", `${path}/lock`, { body, ...as("named-create") }));
  });
});
