import { distinctTexts } from "../core/text/compare-texts.ts";
import { toManifest } from "../manifest/to-yaml.ts";
import { append } from "../rules/shared/append.ts";
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
  /** The name of the Role, if it must differ from the one Role of the account. */
  readonly roleName?: string;
}

/** The verbs of requests without the name of a Lease. */
const unnamed: readonly string[] = ["create", "list", "watch", "deletecollection"];

/** Returns a manifest with the smallest Role for an election, and its binding. */
export function electionRole({ account, namespace, names, moreVerbs = [], roleName }: RoleOfElection): string {
  const verbs = [...new Set(["create", "get", "update", ...moreVerbs])];
  const metadata = { name: roleName ?? roleNameOf(account, namespace), namespace };
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

/** Accounts of several namespaces can have one name, and elect in one namespace. */
function roleNameOf({ namespace, name }: Account, ofLease: string): string {
  const prefix = namespace === undefined || namespace === ofLease ? "" : `${namespace}:`;
  return `${prefix}${name}-leader-election`;
}

/**
 * Returns one Role and one binding for all Leases of an account in a namespace. With a Role for
 * each Lease, the Roles would have one name, so that the last one replaces the others.
 */
export function electionRoles(roles: readonly RoleOfElection[]): string {
  const groups = new Map<string, RoleOfElection[]>();
  for (const role of roles)
    append(groups, JSON.stringify([role.account.namespace, role.account.name, role.namespace]), role);
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group;
      if (first === undefined) return [];
      const names = distinctTexts(group.flatMap((each) => each.names));
      return [electionRole({ ...first, names, moreVerbs: group.flatMap(({ moreVerbs = [] }) => moreVerbs) })];
    })
    .join("---\n");
}

/**
 * Returns the manifest of the Role that an election lacks. Its name contains that of the Lease,
 * because another finding can be about another Lease of the account.
 */
export function missingRole({ election, account }: MissingRights): string {
  const { lockNamespace: namespace, lockName, program } = election;
  const ofAccount = { account, namespace, moreVerbs: moreVerbsOf(program) };
  if (lockName === undefined) return electionRole({ ...ofAccount, names: [] });
  return electionRole({ ...ofAccount, names: [lockName], roleName: `${roleNameOf(account, namespace)}-${lockName}` });
}
