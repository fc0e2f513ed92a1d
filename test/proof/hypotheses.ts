import { authenticatedGroup, controllerManager } from "../../src/rules/shared/identities.ts";
import { byPod } from "../harness/by-pod.ts";
import type { ModelLease } from "./model-lease.ts";
import { partition, timing, unnamed, type Weakening } from "./runs.ts";
import { deploymentPods, guaranteed, type Member, type Setup, strict } from "./setup.ts";

const { a, s } = deploymentPods;
const oneWrite: Setup = { ...guaranteed, budget: 1 };
const withMembers = (members: Partial<Setup["members"]>): Setup => ({
  ...oneWrite,
  members: { ...deploymentPods, ...members },
});
/**
 * The sibling counts as the replica a. The replicas have different clocks, because `explore` treats
 * replicas with equal clocks as interchangeable.
 */
const actingAsA = (member: Member): Setup => ({ ...withMembers({ s: member }), skews: { a: 0, b: -1 } });
const podOf = (pod: string, node: string): Member => ({
  identity: `${pod}_8a7f3b9c-1d2e-4f5a-9b8c-00000000000${node}`,
  user: byPod(pod, `node-${node}`),
});
const withUser = (member: Member, change: (user: Member["user"]) => Member["user"]): Member => ({
  ...member,
  user: change(member.user),
});
const otherPod = "operator-7d9f6c8b5d-x2x4z";
const other = podOf(otherPod, "4");
/** The start of the names of pods of a Deployment whose name has 47 characters. */
const longName = `${"controller-".repeat(4)}web-5d78c9869d`;
/** The UUID in the identity of the replica a. A pod can have this name. */
const [, uuidOfA = ""] = a.identity.split("_");

/** The hypotheses of the theorem, each with a setup in which only this hypothesis does not hold. */
export const hypotheses: Readonly<Record<string, Weakening>> = {
  "every-write-sent": {
    title: "kube-apiserver sends every write. Here, it sends no deletes, as with `manifests/base`",
    setup: { ...oneWrite, isSent: (operation) => operation !== "DELETE" },
    property: "two leaders",
  },
  "plain-renewals-sent": {
    title: "kube-apiserver sends every write. Here, it sends no plain renewals, as with `manifests/base`",
    setup: { ...oneWrite, fault: "crash", isSent: (_, lease, old) => !isPlainRenewal(lease, old) },
    property: "stuck",
    kinds: ["changes the Lease of a pod in its term"],
  },
  "profile-strict": {
    title: "The profile is `strict`. Here, it is `default`",
    setup: { ...oneWrite, policy: { ...strict, profile: "default" } },
    property: "two leaders",
  },
  "failure-policy": {
    title: "`failurePolicy` is `Fail`. Here, it is `Ignore`, and the webhook does not respond",
    setup: { ...oneWrite, isSent: () => false },
    property: "two leaders",
  },
  "bound-tokens": {
    title: "Each writer has a token that is bound to a pod. Here, the sibling has another token",
    setup: withMembers({ s: withUser(s, ({ extra: _, ...user }) => user) }),
    property: "two leaders",
  },
  "own-tokens": {
    title: "The sibling has no token of a replica. Here, it creates one, or impersonates a",
    setup: actingAsA({ ...s, user: a.user }),
    property: "two leaders",
  },
  "given-names": {
    title: "The sibling cannot choose the name of its pod. Here, the name is the UUID in the identity of a",
    setup: actingAsA(podOf(uuidOfA, "4")),
    property: "two leaders",
  },
  "known-nodes": {
    title: "Tokens contain the node. Here, the sibling is a pod of another Deployment, and its node is unknown",
    setup: withMembers({
      s: withUser(other, (user) => ({ ...user, extra: { "authentication.kubernetes.io/pod-name": [otherPod] } })),
    }),
    property: "two leaders",
  },
  "other-node-names": {
    title:
      "No node has a name like a Deployment's pod. Here, a pod of another Deployment runs on `worker-7d9f6c8b5d-z9z7x`",
    setup: withMembers({ s: { ...other, user: byPod(otherPod, "worker-7d9f6c8b5d-z9z7x") } }),
    property: "two leaders",
  },
  "recognized-names": {
    title: "Identities contain the names of the pods. Here, the identities are free texts",
    setup: { ...oneWrite, members: unnamed },
    property: "two leaders",
  },
  "names-of-deployments": {
    title:
      "The replicas are pods of a Deployment. Here, they are pods of a StatefulSet, and the sibling is another pod",
    setup: withMembers({ a: podOf("web-0", "1"), b: podOf("web-1", "2"), s: other }),
    property: "two leaders",
  },
  "whole-names": {
    title: "The name of the Deployment has at most 46 characters. Here, it has 47, so kube-apiserver cuts the names",
    setup: withMembers({ a: podOf(`${longName}b2b7m`, "1"), b: podOf(`${longName}c4c8n`, "2"), s: other }),
    property: "two leaders",
  },
  "known-collector": {
    title: "kube-controller-manager uses service accounts. Here, the garbage collector has no account of its own",
    setup: { ...oneWrite, collector: { username: controllerManager, groups: [authenticatedGroup] } },
    property: "two leaders",
  },
  "bounded-skew": {
    title: "Clocks are skewed by at most 2 s. Here, they are 3 s behind, with 15/5/1 and a partition",
    setup: partition(timing(15, 5, 1), { a: -3, b: -3 }),
    property: "two leaders",
  },
  "skew-allowed": {
    title: "The skew is at most the allowance. Here, clocks are 3 s ahead, and the allowance is 2 s, with 15/4/2",
    setup: {
      ...oneWrite,
      timing: timing(15, 4, 2),
      skews: { a: 3, b: 3 },
      policy: { ...strict, clockSkewMs: 2000 },
    },
    property: "two leaders",
  },
  proviso: {
    title: "The timings meet the proviso. Here, they are 15/6/1, with a partition",
    setup: partition(timing(15, 6, 1)),
    property: "two leaders",
  },
  "bounded-latency": {
    title: "The latency is at most 1 s. Here, it is 2 s, with 15/5/1 and a partition",
    setup: { ...partition(timing(15, 5, 1)), latency: 2 },
    property: "two leaders",
  },
  "no-release": {
    title: "The replicas do not use `ReleaseOnCancel`. Here, they do, with 30/5/1 and a partition",
    setup: { ...partition(timing(30, 5, 1)), releases: true },
    property: "two leaders",
  },
  "early-retry": {
    title: "`retryPeriod` + latency is at most the right side. Here, the timings are 15/13/10, without a failure",
    setup: { ...oneWrite, timing: timing(15, 13, 10) },
    property: "two leaders",
  },
  "short-term": {
    title: "The lease term is at most five minutes. Here, the timings are 301/4/2",
    setup: { ...oneWrite, timing: timing(301, 4, 2) },
    property: "two leaders",
  },
};

/** Reports whether a write changes only renewTime, as `isPlainRenewal` of the rules does. */
function isPlainRenewal(lease: ModelLease, old: ModelLease): boolean {
  if (lease?.renewed === undefined || old?.renewed === undefined) return false;
  const step = lease.renewed - old.renewed;
  const others = { ...lease, renewed: old.renewed };
  return step >= 0 && step <= 3_600_000 && JSON.stringify(others) === JSON.stringify(old);
}
