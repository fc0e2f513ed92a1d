import type { UserInfo } from "../../../src/rules/rule.ts";
import { byPod } from "../../harness/by-pod.ts";
import type { Spec } from "../api-object.ts";
import { type Act, at, term } from "../history.ts";

/** A person with kubectl who is not an administrator of the cluster. */
export const jane: UserInfo = { username: "jane", groups: ["developers", "system:authenticated"] };
export const apiServer: UserInfo = { username: "system:apiserver", groups: ["system:masters"] };
export const garbageCollector: UserInfo = {
  username: "system:serviceaccount:kube-system:generic-garbage-collector",
  groups: ["system:serviceaccounts"],
};
/** The user of a kubelet. */
export const nodeOne: UserInfo = { username: "system:node:node-1", groups: ["system:nodes", "system:authenticated"] };

/** The first leader, which is a pod of a Deployment, and another pod of this Deployment. */
export const leaderName = "controller-7d9f6c8b5d-x2vzk";
export const siblingName = "controller-7d9f6c8b5d-bcdfg";
export const leader: UserInfo = byPod(leaderName);
export const sibling: UserInfo = byPod(siblingName, "node-2");
/** Identities as programs with client-go usually generate them: the name of the pod and a UUID. */
export const leaderIdentity: string = `${leaderName}_8a7f3b9c-1d2e-4f5a-9b8c-7d6e5f4a3b2c`;
export const siblingIdentity: string = `${siblingName}_2c4e6a8b-3f5d-4a7c-8e9b-1a2b3c4d5e6f`;

/**
 * Returns the user of a pod. `account` is the service account of the pod, in the form
 * NAMESPACE:NAME.
 */
export function inPod(account: string, pod: string, node = "node-3"): UserInfo {
  const [namespace = ""] = account.split(":");
  return {
    ...byPod(pod, node),
    username: `system:serviceaccount:${account}`,
    groups: ["system:serviceaccounts", `system:serviceaccounts:${namespace}`, "system:authenticated"],
  };
}

/**
 * A program with permission to write the Leases of every namespace. An attacker controls the pod of
 * this program.
 */
export const backupAgentName = "backup-agent-5c6d7f8b9d-w4z8k";
export const backupAgent: UserInfo = inPod("backup:agent", backupAgentName);

/** The write with which the leader acquires the Lease. The lease term is 15 s. */
export const led: readonly Act[] = [{ at: 0, spec: term(leaderIdentity, 0), by: leader }];
export const ledSpec: Spec = term(leaderIdentity, 0);

/** The write with which the leader renews the Lease, which the leader acquired a day before. */
export const ledLong: readonly Act[] = [{ at: 0, spec: { ...ledSpec, acquireTime: at(-86_400) }, by: leader }];
export const ledLongSpec: Spec = { ...ledSpec, acquireTime: at(-86_400) };

/** Returns an acquisition by client-go: a lease term of 15 s and one more transition. */
export function acquired(holderIdentity: string, at: number, by?: UserInfo): Act {
  return { at, spec: term(holderIdentity, at, 1), ...(by && { by }) };
}

/** Returns a release by client-go: no holder, and a lease term of 1 s. */
export function released(at: number, by?: UserInfo): Act {
  return { at, spec: { ...term("", at), leaseDurationSeconds: 1 }, ...(by && { by }) };
}
