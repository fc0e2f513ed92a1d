import { controlPlaneUsers, nodeGroup } from "../rules/shared/identities.ts";
import { type LeaseRule, leaseRules } from "./lease-rules.ts";
import { appliesTo, decide, type Grant, grantsTo, type Permissions, type Subject } from "./permissions.ts";
import { type PolicyRule, rbacGroup } from "./policy-rule.ts";
import type { SetObject } from "./set-object.ts";

/** The verbs that change or delete an existing Lease. */
const harmful: readonly string[] = ["update", "patch", "delete", "deletecollection", "*"];

export function harmfulVerbs({ verbs }: PolicyRule): readonly string[] {
  return verbs.filter((verb) => harmful.includes(verb));
}

/** A rule that lets subjects write the Leases of all namespaces. */
export interface ClusterWideWrite extends LeaseRule {
  readonly grant: Grant;
  /** The harmful verbs of the rule. */
  readonly verbs: readonly string[];
  /**
   * True if a subject also creates roles. Then kube-apiserver requires that the subject has the
   * rights that it grants to others.
   */
  readonly givesRoles: boolean;
}

/** Returns the rules without names that ClusterRoleBindings of the set grant. */
export function clusterWideWrites(roles: readonly SetObject[], permissions: Permissions): readonly ClusterWideWrite[] {
  return leaseRules(roles).flatMap((each) => {
    const verbs = harmfulVerbs(each.rule);
    const grant = permissions.grants.find(
      ({ role, isClusterWide, subjects }) => isClusterWide && role === each.role && subjects.some(isOrdinary),
    );
    if (grant === undefined || verbs.length === 0 || each.rule.resourceNames.length > 0) return [];
    return [
      { ...each, grant, verbs, givesRoles: grant.subjects.some((subject) => mayGiveRoles(subject, permissions)) },
    ];
  });
}

/** The control plane and the nodes write Leases in several namespaces. */
function isOrdinary({ name }: Subject): boolean {
  return !controlPlaneUsers.includes(name) && name !== nodeGroup;
}

function mayGiveRoles(subject: Subject, permissions: Permissions): boolean {
  if (subject.kind !== "ServiceAccount") return false;
  const { namespace } = subject;
  return ["roles", "clusterroles"].some((resource) =>
    ["create", "update", "patch"].some((verb) => {
      const request = { verb, group: rbacGroup, resource, name: verb === "create" ? "" : undefined, namespace };
      return decide(permissions, subject, request).isAllowed !== false;
    }),
  );
}

/** Returns a Role for Leases that a subject of a cluster-wide rule also has. */
export function roleBeside({ grant }: ClusterWideWrite, permissions: Permissions): Grant | undefined {
  if (grant.isPartial) return undefined;
  const accounts = grant.subjects.flatMap((subject) => (subject.kind === "ServiceAccount" ? [subject] : []));
  const besides = new Set(
    accounts.flatMap((account) =>
      grantsTo(permissions, account).flatMap((other) =>
        appliesTo(other.subject, account) === true ? [other.grant] : [],
      ),
    ),
  );
  return permissions.grants.find((other) => besides.has(other) && isRoleForLeases(other));
}

function isRoleForLeases({ isClusterWide, isPartial, role }: Grant): boolean {
  if (isClusterWide || isPartial || role === undefined) return false;
  return leaseRules([role]).some(({ rule }) => ["update", "patch", "*"].some((verb) => rule.verbs.includes(verb)));
}
