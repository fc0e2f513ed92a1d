import { matchesAny, matchesAnyOf } from "../../core/text/glob.ts";
import type { Administrators, RuleContext, UserInfo, UserPatterns } from "../rule.ts";

/** The beginning of the user names that belong to Kubernetes. */
export const reservedPrefix = "system:";

/** The user name of kube-apiserver for requests over its own loopback connection. */
export const apiServerUser = "system:apiserver";

export const controllerManager = "system:kube-controller-manager";
const scheduler = "system:kube-scheduler";
export const controlPlaneUsers: readonly string[] = [controllerManager, scheduler, apiServerUser];
export const systemNamespace = "kube-system";
export const anonymousUser = "system:anonymous";

/** The group of the users for whom kube-apiserver authorizes every request. */
export const mastersGroup = "system:masters";

/** The group of all users with credentials, and the group of all other users. */
export const authenticatedGroup = "system:authenticated";
export const unauthenticatedGroup = "system:unauthenticated";

/**
 * The users who are administrators under every policy. kube-apiserver authorizes every request of
 * the group system:masters.
 */
const fixedAdministrators: Administrators = { users: [apiServerUser], groups: [mastersGroup] };

/**
 * Returns all administrators: the administrators under every policy, then the given administrators
 * of a policy.
 */
export function allAdministrators({ users, groups }: Administrators): Administrators {
  return { users: [...fixedAdministrators.users, ...users], groups: [...fixedAdministrators.groups, ...groups] };
}

/**
 * Reports whether a user is a fixed administrator or one of `administrators`. Creates no list,
 * because rules call this function for every review.
 */
export function isAdministrator(user: UserInfo, administrators: Administrators): boolean {
  return matchesUser(fixedAdministrators, user) || matchesUser(administrators, user);
}

/**
 * Reports whether the writer is unknown, as for a manifest in a file. An API server always sends a
 * user or a group.
 */
export function isUnknown({ username, groups }: Pick<UserInfo, "username" | "groups">): boolean {
  return username === "" && groups.length === 0;
}

/** Reports whether the writer is unknown or is an administrator. */
export function isTrustedWriter({ user, administrators }: Pick<RuleContext, "user" | "administrators">): boolean {
  return isUnknown(user) || isAdministrator(user, administrators);
}

export function matchesUser({ users, groups }: UserPatterns, user: UserInfo): boolean {
  return matchesAny(users, user.username) || matchesAnyOf(groups, user.groups);
}

export const serviceAccountPrefix = "system:serviceaccount:";

export function serviceAccountUser({ namespace, name }: ServiceAccount): string {
  return `${serviceAccountPrefix}${namespace}:${name}`;
}

export const serviceAccountsGroup = "system:serviceaccounts";

export function serviceAccountsGroupOf(namespace: string): string {
  return `${serviceAccountsGroup}:${namespace}`;
}

export function serviceAccountGroups(namespace: string): readonly string[] {
  return [serviceAccountsGroup, serviceAccountsGroupOf(namespace), authenticatedGroup];
}

/**
 * The names of the service accounts in kube-system that delete objects which are no longer needed.
 */
export const cleanerAccounts = ["generic-garbage-collector", "namespace-controller"] as const;

/**
 * The user names of components that delete objects which are no longer needed. The user name of a
 * controller depends on whether the controller has its own service account.
 */
export const cleaners: readonly string[] = [
  apiServerUser,
  controllerManager,
  ...cleanerAccounts.map((name) => serviceAccountUser({ namespace: systemNamespace, name })),
];

export function isCleaner({ username }: UserInfo): boolean {
  return cleaners.includes(username);
}

export function isServiceAccount({ username }: UserInfo): boolean {
  return username.startsWith(serviceAccountPrefix);
}

export interface ServiceAccount {
  readonly namespace: string;
  readonly name: string;
}

export function serviceAccountOf(user: UserInfo): ServiceAccount | undefined {
  if (!isServiceAccount(user)) return undefined;
  const [namespace = "", name] = user.username.slice(serviceAccountPrefix.length).split(":");
  return name === undefined ? undefined : { namespace, name };
}

export const nodeGroup = "system:nodes";

export function nodeUser(node: string): string {
  return `system:node:${node}`;
}

/**
 * Reports whether a user is probably a person. Names that start with `system:` belong to
 * Kubernetes. A component with a client certificate can have any other name.
 */
export function isPerson({ username, groups }: UserInfo): boolean {
  return username !== "" && !username.startsWith(reservedPrefix) && !groups.includes(nodeGroup);
}

/** The namespace of the leases that nodes renew as heartbeats. */
export const nodeLeaseNamespace = "kube-node-lease";

/** A component of every cluster, its user, and the namespace of the leases that it writes. */
export interface UsualWriter {
  readonly component: string;
  readonly namespace: string;
  readonly user: UserInfo;
}

export const usualWriters: readonly UsualWriter[] = [
  {
    component: "kubelets",
    namespace: nodeLeaseNamespace,
    user: { username: nodeUser("node"), groups: [nodeGroup, authenticatedGroup] },
  },
  inControlPlane("kube-controller-manager", { username: controllerManager, groups: [authenticatedGroup] }),
  inControlPlane("kube-scheduler", { username: scheduler, groups: [authenticatedGroup] }),
  inControlPlane("kube-apiserver", { username: apiServerUser, groups: [mastersGroup, authenticatedGroup] }),
];

function inControlPlane(component: string, user: UserInfo): UsualWriter {
  return { component, namespace: systemNamespace, user };
}

/** Reports whether a lease is in the namespace for heartbeats of nodes. */
export function isNodeLease({ namespace }: { readonly namespace: string }): boolean {
  return namespace === nodeLeaseNamespace;
}

/**
 * Reports whether a user is the node that owns a lease. Some clusters, such as RKE1 clusters, have
 * one user for all nodes. The function treats this user as the owner of every lease.
 */
export function isOwnNode({ name }: { readonly name: string }, { username, groups }: UserInfo): boolean {
  return username === nodeUser(name) || (groups.includes(nodeGroup) && !username.startsWith(nodeUser("")));
}

/**
 * Reports whether a user counts as a component of the cluster. A service account counts if it is in
 * kube-system, as the service account of the garbage collector is. Any other user except
 * `system:anonymous` counts if its name starts with `system:`, as the names of nodes and of
 * system:kube-scheduler do.
 */
export function isClusterComponent(user: UserInfo): boolean {
  if (isServiceAccount(user)) return serviceAccountOf(user)?.namespace === systemNamespace;
  return user.username.startsWith(reservedPrefix) && user.username !== anonymousUser;
}

/**
 * The group that is exempt from every rule of the tiers protocol and policy. It has no members by
 * default. An administrator impersonates it for one write in an emergency.
 */
export const breakGlassGroup = "lease-guard:break-glass";
