import { expect, test } from "vitest";
import { type Account, decide, type NamespacedRequest, permissionsOf } from "../../src/workload/permissions.ts";
import {
  clusterRole,
  clusterRoleBinding,
  role,
  roleBinding,
  rule,
  account as subject,
  withoutNamespace,
} from "../harness/rbac-objects.ts";
import { setOf } from "../harness/set-scene.ts";

const update: NamespacedRequest = {
  verb: "update",
  group: "coordination.k8s.io",
  resource: "leases",
  namespace: "team-a",
  name: "lock",
};
const create: NamespacedRequest = { ...update, verb: "create", name: "" };
const elector: Account = { namespace: "team-a", name: "elector" };

interface Case {
  readonly objects: readonly object[];
  readonly request?: Partial<NamespacedRequest>;
  readonly account?: Account;
  readonly isComplete?: boolean;
}

function decided({ objects, request, account = elector, isComplete }: Case): boolean | string | undefined {
  const permissions = permissionsOf(setOf(objects, isComplete));
  const { isAllowed, reason } = decide(permissions, account, { ...update, ...request });
  return isAllowed ?? reason;
}

const bound = (...rules: Parameters<typeof role>[0]): readonly object[] => [role(rules), roleBinding()];
const to = (...subjects: readonly object[]): readonly object[] => [role([rule("update")]), roleBinding({ subjects })];
const group = (name: string): object => ({ kind: "Group", name });

test.each<readonly [string, Case]>([
  ["a rule with the verb", { objects: bound(rule("get", "update")) }],
  ["the verb, the group, and the resource *", { objects: bound({ apiGroups: ["*"], resources: ["*"], verbs: ["*"] }) }],
  ["one rule of several", { objects: bound(rule("get"), rule("update")) }],
  ["the name of the Lease", { objects: bound({ ...rule("update"), resourceNames: ["other", "lock"] }) }],
  [
    'a create without a name, by the name ""',
    {
      objects: bound({ ...rule("create"), resourceNames: [""] }),
      request: create,
    },
  ],
  [
    "a create with a name, as by PUT",
    {
      objects: bound({ ...rule("create"), resourceNames: ["lock"] }),
      request: { ...create, name: "lock" },
    },
  ],
  [
    "a RoleBinding of a ClusterRole",
    { objects: [clusterRole([rule("update")]), roleBinding({ roleKind: "ClusterRole" })] },
  ],
  ["a ClusterRoleBinding", { objects: [clusterRole([rule("update")]), clusterRoleBinding()] }],
  [
    "a subject that takes the namespace of its RoleBinding",
    { objects: to({ kind: "ServiceAccount", name: "elector" }) },
  ],
  ["the user name of the account", { objects: to({ kind: "User", name: "system:serviceaccount:team-a:elector" }) }],
  [
    "the built-in role edit, which no file contains",
    { objects: [roleBinding({ roleKind: "ClusterRole", roleName: "edit" })] },
  ],
  ["the group of all accounts", { objects: to(group("system:serviceaccounts")) }],
  ["the group of the accounts of its namespace", { objects: to(group("system:serviceaccounts:team-a")) }],
  ["the group of all users", { objects: to(group("system:authenticated")) }],
  [
    "a ClusterRole that an aggregated one selects",
    {
      objects: [
        { ...clusterRole([]), aggregationRule: { clusterRoleSelectors: [{ matchLabels: { part: "x" } }] } },
        clusterRole([rule("update")], { name: "part", labels: { part: "x" } }),
        clusterRoleBinding(),
      ],
    },
  ],
])("%s allows a request", (_, scene) => {
  expect(decided(scene)).toBe(true);
});

test.each<readonly [string, Case]>([
  ["another verb", { objects: bound(rule("get")) }],
  ["another letter case", { objects: bound(rule("Update")) }],
  ["another API group", { objects: bound({ ...rule("update"), apiGroups: [""] }) }],
  [
    "a subresource, which Leases do not have",
    { objects: bound({ ...rule("update"), resources: ["leases/status", "*/status"] }) },
  ],
  ["another name", { objects: bound({ ...rule("update"), resourceNames: ["other"] }) }],
  ["the name *, which is no wildcard", { objects: bound({ ...rule("update"), resourceNames: ["*"] }) }],
  [
    "a create without a name, by the name of the Lease",
    {
      objects: bound({ ...rule("create"), resourceNames: ["lock"] }),
      request: create,
    },
  ],
  [
    "a rule for URLs",
    { objects: [clusterRole([{ nonResourceURLs: ["*"], verbs: ["*"] } as never]), clusterRoleBinding()] },
  ],
  [
    "a Role in another namespace",
    {
      objects: [role([rule("update")], { namespace: "team-b" }), roleBinding({ namespace: "team-b" })],
    },
  ],
  ["an account of another name", { objects: to({ ...subject, name: "other" }, subject).slice(0, 1), isComplete: true }],
  ["a group of another namespace", { objects: to(group("system:serviceaccounts:team-b")), isComplete: true }],
  ["the group of users without credentials", { objects: to(group("system:unauthenticated")), isComplete: true }],
  ["a subject of an unknown kind", { objects: to({ ...subject, kind: "Robot" }), isComplete: true }],
  ["a complete set without bindings", { objects: [role([rule("update")])], isComplete: true }],
  ["a role that does not exist in a complete set", { objects: [roleBinding()], isComplete: true }],
  [
    "an aggregated ClusterRole in a complete set, whose rules the controller has not set",
    {
      objects: [
        { ...clusterRole([]), aggregationRule: { clusterRoleSelectors: [{}] } },
        clusterRole([rule("update")], { name: "part" }),
        clusterRoleBinding(),
      ],
      isComplete: true,
    },
  ],
])("%s does not allow a request", (_, scene) => {
  expect(decided(scene)).toBe(false);
});

test.each<readonly [string, Case, RegExp]>([
  ["a role that is not in the files", { objects: [roleBinding()] }, /^the rules of the Role elector are not certain$/],
  [
    "a Role of the same name in another namespace",
    {
      objects: [role([rule("update")], { namespace: "team-b" }), roleBinding()],
    },
    /rules of the Role elector/,
  ],
  [
    "an aggregated ClusterRole, which a cluster can complete",
    {
      objects: [
        { ...clusterRole([]), aggregationRule: { clusterRoleSelectors: [{ matchLabels: { part: "x" } }] } },
        clusterRoleBinding(),
      ],
    },
    /rules of the ClusterRole elector/,
  ],
  [
    "an unknown name of the Lease",
    {
      objects: bound({ ...rule("update"), resourceNames: ["lock"] }),
      request: { name: undefined },
    },
    /^the name of the Lease/,
  ],
  [
    "a Role and a RoleBinding without a namespace",
    {
      objects: [role([rule("update")]), roleBinding({ subjects: [subject] })].map(withoutNamespace),
    },
    /^the namespace of the RoleBinding elector or/,
  ],
  [
    "an account without a namespace",
    { objects: bound(rule("update")), account: { ...elector, namespace: undefined } },
    /^the namespace of the ServiceAccount elector/,
  ],
  [
    "a user name in an unknown namespace",
    {
      objects: to({ kind: "User", name: "system:serviceaccount:team-a:elector" }),
      account: { ...elector, namespace: undefined },
    },
    /^the namespace of the ServiceAccount elector/,
  ],
  [
    "a group of an unknown namespace",
    {
      objects: to(group("system:serviceaccounts:team-a")),
      account: { ...elector, namespace: undefined },
    },
    /^the namespace of the ServiceAccount elector/,
  ],
  [
    "an unknown namespace of the Lease",
    { objects: bound(rule("update")), request: { namespace: undefined } },
    /or of the Lease is not set$/,
  ],
])("%s leaves a request undecided", (_, scene, reason) => {
  expect(decided(scene)).toMatch(reason);
});

test.each([
  ["other accounts", { ...subject, name: "other" }],
  ["only a group", group("system:serviceaccounts:team-b")],
])("files that bind %s leave the rights of an account undecided", (_, bindingSubject) => {
  const reason = "no binding of the manifests names the ServiceAccount team-a/elector";
  expect(decided({ objects: to(bindingSubject) })).toBe(reason);
});

test("files without a binding say nothing about an account", () => {
  expect(decided({ objects: [role([rule("update")])] })).toBeUndefined();
});

test("a missing permission is certain if the unknown rules are about another account", () => {
  const other = roleBinding({ name: "other", roleName: "absent", subjects: [{ ...subject, name: "other" }] });
  expect(decided({ objects: [...bound(rule("get")), other] })).toBe(false);
});

test("a decision reads only the bindings of its ServiceAccount", () => {
  const bindings = Array.from({ length: 1000 }, (_, i) => {
    const subject = { kind: "ServiceAccount", name: `elector-${i}`, namespace: "team-a" };
    return roleBinding({ name: `binding-${i}`, subjects: [subject] });
  });
  const permissions = permissionsOf(setOf([role([rule("update")]), ...bindings]));
  let reads = 0;
  for (const grant of permissions.grants) {
    const { isClusterWide } = grant;
    const get = (): boolean => {
      reads++;
      return isClusterWide;
    };
    Object.defineProperty(grant, "isClusterWide", { get });
  }
  expect(decide(permissions, { namespace: "team-a", name: "elector-500" }, update).isAllowed).toBe(true);
  expect(reads).toBe(1);
});
