import { matchesAny } from "../../text/glob.ts";
import type { Administrators, RuleContext, UserInfo } from "../rule.ts";

/**
 * The user of kube-apiserver, which writes leases and candidates over its own loopback connection.
 */
export const apiServer = "system:apiserver";

/**
 * Reports whether the writer is unknown, as offline: an API server always sends a user or a group.
 */
export function isUnknown({ username, groups }: UserInfo): boolean {
  return username === "" && groups.length === 0;
}

/**
 * Reports whether rules about writers must allow the writer: it is unknown, kube-apiserver itself,
 * or an administrator.
 */
export function isTrustedWriter({ user, administrators }: Pick<RuleContext, "user" | "administrators">): boolean {
  return isUnknown(user) || user.username === apiServer || isAdministrator(user, administrators);
}

/**
 * Reports whether a user repairs the cluster: every authorizer allows the group system:masters
 * everything, and the policy names the others.
 */
function isAdministrator({ username, groups }: UserInfo, administrators: Administrators): boolean {
  if (groups.includes("system:masters") || matchesAny(administrators.users, username)) return true;
  return groups.some((group) => matchesAny(administrators.groups, group));
}

/** Reports whether a lease is the heartbeat of a node. */
export function isNodeLease({ namespace }: { readonly namespace: string }): boolean {
  return namespace === "kube-node-lease";
}

/**
 * Reports whether a node may own the lease; nodes that share one user, as those of RKE1 do, may own
 * every lease.
 */
export function isOwnNode({ name }: { readonly name: string }, { username, groups }: UserInfo): boolean {
  return username === `system:node:${name}` || (groups.includes("system:nodes") && !username.startsWith("system:node:"));
}
