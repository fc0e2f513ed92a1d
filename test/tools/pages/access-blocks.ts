import { expect } from "vitest";
import { parse } from "yaml";
import { accessOf } from "../../../src/access/access.ts";
import { accessText } from "../../../src/access/reports/text.ts";
import { electionRole } from "../../../src/workload/election-role.ts";
import { clusterRoleBinding, role, roleBinding, rule } from "../../harness/rbac-objects.ts";
import { context } from "../../harness/report-context.ts";
import { factsOfScene } from "../../harness/set-scene.ts";

const namespace = "kube-system";
const name = "cluster-autoscaler";
const group = (member: string): readonly object[] => [
  { kind: "Group", name: member, apiGroup: "rbac.authorization.k8s.io" },
];

/** Compares the report on docs/access.md with the report of the objects in its bindings. */
export async function expectReport(text: string): Promise<void> {
  const objects = [
    clusterRoleBinding({ name: "cluster-admin", roleName: "cluster-admin", subjects: group("system:masters") }),
    roleBinding({ name: "editors", namespace, roleKind: "ClusterRole", roleName: "edit", subjects: group("ops") }),
    role([rule("create"), { ...rule("get", "update"), resourceNames: [name] }], { name, namespace }),
    roleBinding({ name, namespace, roleName: name, subjects: [{ kind: "ServiceAccount", name, namespace }] }),
  ];
  const writers = [{ manager: name, atMs: 0, renews: true, setsHolder: true }];
  const listed = [{ namespace, name, holder: "cluster-autoscaler-6d4b8f7c9d-x2x4z", writers }];
  const access = accessOf({
    ...(await factsOfScene({ objects })),
    notUnderstood: [],
    listed,
    users: new Map(),
    unread: [],
  });
  expect(accessText(access, context)).toBe(text);
}

/** Compares the rules on docs/access.md with those of the smallest Role. */
export function expectSmallestRole(text: string): void {
  expect(electionRole({ account: { namespace, name }, namespace, names: [name] })).toContain(text);
}

/** Checks that a change on the page of a check leads from one YAML document to another one. */
export function expectChange(text: string): void {
  const side = (other: string): unknown =>
    parse(
      text
        .split("\n")
        .filter((line) => !line.startsWith(other))
        .map((line) => line.slice(1))
        .join("\n"),
    );
  const [before, after] = [side("+"), side("-")];
  expect([before, after]).toEqual([expect.any(Object), expect.any(Object)]);
  expect(after).not.toEqual(before);
}

/** Checks that the rules on the page of a check let an election write its Lease. */
export function expectRules(text: string): void {
  const { rules } = parse(text);
  expect(rules).toEqual([rule("create"), { ...rule("get", "update"), resourceNames: ["my-lock"] }]);
}
