import { all, any, type Decided } from "../cluster/registration/selects-labels.ts";
import { fieldAt, objectsAt, textAt } from "../core/api/fields.ts";
import { coordinationGroup, resources } from "../core/api/served-versions.ts";
import { namespacedName, type ObjectReference } from "../core/field/object-reference.ts";
import { append } from "../rules/shared/append.ts";
import {
  authenticatedGroup,
  serviceAccountGroups,
  serviceAccountPrefix,
  serviceAccountsGroup,
  serviceAccountsGroupOf,
  serviceAccountUser,
} from "../rules/shared/identities.ts";
import { aggregates } from "./aggregates.ts";
import { allows, leaseVerbs, type PolicyRule, policyRules, type ResourceRequest } from "./policy-rule.ts";
import type { ObjectSet, SetObject } from "./set-object.ts";

/** A user or a group to which a binding grants the rules of a role. */
export type Subject =
  | { readonly kind: "User" | "Group"; readonly name: string }
  /** The namespace is undefined if neither the subject nor its binding sets one. */
  | { readonly kind: "ServiceAccount"; readonly namespace: string | undefined; readonly name: string };

export type Account = Omit<Extract<Subject, { readonly kind: "ServiceAccount" }>, "kind">;

/** The rules that a binding grants. A binding of a role that does not exist grants none. */
export interface Grant {
  readonly binding: SetObject;
  readonly subjects: readonly Subject[];
  /** True for a ClusterRoleBinding, which grants the rules in every namespace. */
  readonly isClusterWide: boolean;
  /** The role, or undefined if the set does not contain it. */
  readonly role: SetObject | undefined;
  readonly rules: readonly PolicyRule[];
  /**
   * True if the rules of the role are not certain: the set is not complete, and it contains no role
   * of the name or several ones, or a controller adds the rules of other ClusterRoles.
   */
  readonly isPartial: boolean;
}

export interface GrantedSubject {
  readonly grant: Grant;
  readonly subject: Subject;
}

/** What RBAC permits, according to the roles and bindings of a set. */
export interface Permissions {
  readonly grants: readonly Grant[];
  /** The subjects of the grants, by the results of `subjectKeys`. */
  readonly bySubject: ReadonlyMap<string, readonly GrantedSubject[]>;
  /** True if there are no other grants, as in the listing of a cluster. */
  readonly isComplete: boolean;
}

export interface NamespacedRequest extends ResourceRequest {
  /**
   * The namespace, or undefined if it is not known. The value is "" for a cluster-scoped resource.
   */
  readonly namespace: string | undefined;
}

/**
 * A decision about a request. If it is undefined, the reason is the missing fact, unless the set
 * contains no binding at all.
 */
export interface Decision {
  readonly isAllowed: Decided;
  readonly reason?: string;
}

export function permissionsOf({
  roles,
  bindings,
  isComplete,
}: Pick<ObjectSet, "roles" | "bindings" | "isComplete">): Permissions {
  const rolesByKey = new Map<string, SetObject[]>();
  for (const role of roles) append(rolesByKey, roleKey(role), role);
  const toGrant = (binding: SetObject): Grant => {
    const found = rolesByKey.get(roleKeyOf(binding)) ?? [];
    const [role] = found;
    const isAggregated = !isComplete && found.some(({ value }) => fieldAt(value, "aggregationRule") !== undefined);
    return {
      binding,
      subjects: objectsAt(binding.value, "subjects").flatMap((subject) => subjectsOf(subject, binding)),
      isClusterWide: binding.kind === "ClusterRoleBinding",
      role,
      rules: [
        ...(role === undefined && !isComplete ? builtInRules(binding) : []),
        ...found.flatMap(({ value }) => policyRules(value)),
        ...(isAggregated ? found.flatMap((each) => selectedRules(each, roles)) : []),
      ],
      isPartial: !isComplete && (found.length !== 1 || isAggregated),
    };
  };
  const grants = bindings.map(toGrant);
  const bySubject = new Map<string, GrantedSubject[]>();
  for (const grant of grants)
    for (const subject of grant.subjects)
      for (const key of subjectKeys(subject)) append(bySubject, key, { grant, subject });
  return { grants, bySubject, isComplete };
}

/** Returns keys, of which `accountKeys` contains one for each account of the subject. */
function subjectKeys({ kind, name }: Subject): readonly string[] {
  if (kind === "ServiceAccount") return [`${serviceAccountPrefix}${name}`];
  if (kind === "Group")
    return name.startsWith(serviceAccountsGroupOf("")) ? [name, serviceAccountsGroupOf("")] : [name];
  return name.startsWith(serviceAccountPrefix)
    ? [`${serviceAccountPrefix}${name.slice(name.lastIndexOf(":") + 1)}`]
    : [];
}

function accountKeys({ namespace, name }: Account): readonly string[] {
  const groups =
    namespace === undefined
      ? [serviceAccountsGroup, serviceAccountsGroupOf(""), authenticatedGroup]
      : serviceAccountGroups(namespace);
  return [`${serviceAccountPrefix}${name}`, ...groups];
}

/** Returns the grants to a service account, and those of which that is not certain. */
export function grantsTo({ bySubject }: Permissions, account: Account): readonly GrantedSubject[] {
  return accountKeys(account)
    .flatMap((key) => bySubject.get(key) ?? [])
    .filter(({ subject }) => appliesTo(subject, account) !== false);
}

/** Like kube-apiserver, reads the namespace of a RoleBinding as that of a subject without one. */
function subjectsOf(subject: object, { namespace }: SetObject): readonly Subject[] {
  const [kind, name] = [textAt(subject, "kind"), textAt(subject, "name")];
  if (kind === "User" || kind === "Group") return [{ kind, name }];
  if (kind !== "ServiceAccount") return [];
  return [{ kind, namespace: textAt(subject, "namespace") || namespace, name }];
}

/** Returns the kind and the name of the role of a binding. */
export function roleRefOf({ value }: SetObject): Omit<ObjectReference, "namespace"> {
  return { kind: textAt(value, "roleRef", "kind"), name: textAt(value, "roleRef", "name") };
}

/** Returns the key of the role of a binding, which the several forms of a role share. */
function roleKeyOf(binding: SetObject): string {
  const { kind, name } = roleRefOf(binding);
  return roleKey({ kind, namespace: kind === "ClusterRole" ? undefined : binding.namespace, name });
}

function roleKey({ kind, namespace = "", name }: Pick<SetObject, "kind" | "namespace" | "name">): string {
  return `${kind}/${namespace}/${name}`;
}

/** The roles of kube-apiserver with all verbs on Leases. `edit` has them since Kubernetes 1.25. */
const builtInWriters: readonly string[] = ["cluster-admin", "admin", "edit"];

/** Returns the rules about Leases of a role that kube-apiserver creates, and no file contains. */
function builtInRules(binding: SetObject): readonly PolicyRule[] {
  const { kind, name } = roleRefOf(binding);
  const isBuiltIn = kind === "ClusterRole" && builtInWriters.includes(name);
  const about = { apiGroups: [coordinationGroup], resources: [resources.Lease], resourceNames: [], path: [] };
  return isBuiltIn ? [{ ...about, verbs: leaseVerbs }] : [];
}

/** Returns the rules of the ClusterRoles whose labels an aggregated ClusterRole selects. */
function selectedRules(aggregated: SetObject, roles: readonly SetObject[]): readonly PolicyRule[] {
  const isSelected = aggregates(aggregated);
  return roles.filter((role) => role !== aggregated && isSelected(role)).flatMap(({ value }) => policyRules(value));
}

/**
 * Decides whether a service account may send a request. If a set is not complete, a service account
 * that no binding names can have permissions from elsewhere.
 */
export function decide(permissions: Permissions, account: Account, request: NamespacedRequest): Decision {
  const granted = grantsTo(permissions, account);
  const decided = granted.map((each) => decideGrant(each, account, request));
  const found =
    decided.find(({ isAllowed }) => isAllowed === true) ?? decided.find(({ isAllowed }) => isAllowed === undefined);
  if (found !== undefined) return found;
  const isNamed = granted.some(({ subject }) => isAccount(subject, account));
  if (permissions.isComplete || isNamed) return { isAllowed: false };
  if (permissions.grants.length === 0) return { isAllowed: undefined };
  const { namespace, name } = account;
  const title = namespace === undefined ? name : namespacedName({ namespace, name });
  return unknown(`no binding of the manifests names the ServiceAccount ${title}`);
}

function decideGrant({ grant, subject }: GrantedSubject, account: Account, request: NamespacedRequest): Decision {
  const { binding, isPartial, rules } = grant;
  const applies = appliesTo(subject, account);
  const inScope = isInScope(grant, request.namespace);
  const rule = any([...rules.map((each) => allows(each, request)), ...(isPartial ? [undefined] : [])]);
  const isAllowed = all([applies, inScope, rule]);
  if (isAllowed !== undefined) return { isAllowed };
  const title = `the ${binding.kind} ${binding.name}`;
  if (account.namespace === undefined) return unknown(`the namespace of the ServiceAccount ${account.name} is not set`);
  if (applies === undefined) return unknown(`the namespace of a subject of ${title} is not set`);
  if (inScope === undefined) return unknown(`the namespace of ${title} or of the Lease is not set`);
  if (!isPartial) return unknown("the name of the Lease is not known");
  const { kind, name } = roleRefOf(binding);
  return unknown(`the rules of the ${kind} ${name} are not certain`);
}

function unknown(reason: string): Decision {
  return { isAllowed: undefined, reason };
}

/** Reports whether a binding grants its rules in a namespace. */
export function isInScope({ binding, isClusterWide }: Grant, namespace: string | undefined): Decided {
  return isClusterWide || isSameNamespace(binding.namespace, namespace);
}

function isSameNamespace(a: string | undefined, b: string | undefined): Decided {
  return a === undefined || b === undefined ? undefined : a === b;
}

/** Reports whether a subject is a service account, by its kind or by its user name. */
function isAccount(subject: Subject, { namespace, name }: Account): Decided {
  switch (subject.kind) {
    case "ServiceAccount":
      return subject.name === name && isSameNamespace(subject.namespace, namespace);
    case "User":
      if (namespace !== undefined) return subject.name === serviceAccountUser({ namespace, name });
      return subject.name.startsWith(serviceAccountPrefix) && subject.name.endsWith(`:${name}`) ? undefined : false;
    case "Group":
      return false;
  }
}

/** Reports whether a subject is a service account, or one of its groups. */
export function appliesTo(subject: Subject, account: Account): Decided {
  if (subject.kind !== "Group") return isAccount(subject, account);
  const { namespace } = account;
  if (namespace !== undefined) return serviceAccountGroups(namespace).includes(subject.name);
  if (subject.name === serviceAccountsGroup || subject.name === authenticatedGroup) return true;
  return subject.name.startsWith(serviceAccountsGroupOf("")) ? undefined : false;
}
