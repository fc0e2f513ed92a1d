import { toManifest } from "../manifest/to-yaml.ts";
import { leases, type MissingRights, moreVerbsOf } from "./election-rights.ts";
import type { Account } from "./permissions.ts";
import { rbacGroup } from "./policy-rule.ts";

/** The Leases of an election, and who elects. */
export interface RoleOfElection {
  readonly account: Account;
  readonly namespace: string;
  /** Without a name, the Role grants access to all Leases of the namespace. */
  readonly names: readonly string[];
  /** The verbs that the program needs beyond create, get, and update. */
  readonly moreVerbs?: readonly string[];
}

/** The verbs of requests without the name of a Lease. */
const unnamed: readonly string[] = ["create", "list", "watch", "deletecollection"];

/** Returns a manifest with the smallest Role for an election, and its binding. */
export function electionRole({ account, namespace, names, moreVerbs = [] }: RoleOfElection): string {
  const verbs = [...new Set(["create", "get", "update", ...moreVerbs])];
  const metadata = { name: `${account.name}-leader-election`, namespace };
  const apiVersion = `${rbacGroup}/v1`;
  const rule = { apiGroups: [leases.group], resources: [leases.resource] };
  const isUnnamed = (verb: string): boolean => unnamed.includes(verb) || names.length === 0;
  const named = verbs.filter((verb) => !isUnnamed(verb));
  const rules = [
    { ...rule, verbs: verbs.filter(isUnnamed) },
    ...(named.length === 0 ? [] : [{ ...rule, resourceNames: names, verbs: named }]),
  ];
  const subjects = [{ kind: "ServiceAccount", ...account }];
  const roleRef = { apiGroup: rbacGroup, kind: "Role", name: metadata.name };
  return toManifest(
    [],
    [
      { apiVersion, kind: "Role", metadata, rules },
      { apiVersion, kind: "RoleBinding", metadata, roleRef, subjects },
    ],
  );
}

/** Returns the manifest of the Role that an election lacks. */
export function missingRole({ election, account }: MissingRights): string {
  const { lockNamespace: namespace, lockName, program } = election;
  const names = lockName === undefined ? [] : [lockName];
  return electionRole({ account, namespace, names, moreVerbs: moreVerbsOf(program) });
}
