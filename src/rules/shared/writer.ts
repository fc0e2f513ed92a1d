import type { UserInfo } from "../rule.ts";

/** The user kube-apiserver writes as: leases and candidates reach it over its own loop-back connection. */
export const apiServer = "system:apiserver";

/** True where nothing is known of who writes, as offline: an API server always names the user or a group at least. */
export function isUnknown({ username, groups }: UserInfo): boolean {
  return username === "" && groups.length === 0;
}

/**
 * True for a writer no rule about writers may refuse: nobody known; kube-apiserver itself; and the group that no
 * authorizer refuses anything either, which is how a cluster is repaired.
 */
export function isTrustedWriter(user: UserInfo): boolean {
  return isUnknown(user) || user.username === apiServer || user.groups.includes("system:masters");
}

/** True for the lease that a node renews to say that it is alive. */
export function isNodeLease({ namespace }: { readonly namespace: string }): boolean {
  return namespace === "kube-node-lease";
}

/**
 * True where a node writes its own lease. Of nodes that share one user, as RKE1's do, none can be told from another: any may be the
 * lease's own.
 */
export function isOwnNode({ name }: { readonly name: string }, { username, groups }: UserInfo): boolean {
  return username === `system:node:${name}` || (groups.includes("system:nodes") && !username.startsWith("system:node:"));
}
