import type { Dice } from "./dice.ts";
import type { Write } from "./write.ts";

/** Pods of several programs, as owners name them. */
export const pods: readonly string[] = [
  "controller-0",
  "controller-1",
  "web-7d9f6c8b5d-x2vzk",
  "web-5d78c9869d-bcdfg",
  "web-5d78c9-bcdfg",
  "web-5d78c-bcdfg",
  "web-x2vzk9hjkl-bcdfg",
  "speaker-x2vzk",
  "speaker-bcdfg",
  "tigera-operator-5dcfb9df8c-bfkvv",
  "tigera-operator-manager-5d78c9869d-bcdfg",
  "backup-operator-5d78c9869d-bcdfg",
  "backup-agent-5c6d7f8b9d-w4z8k",
  "controller-manager-5d78c9869d-qrstv",
  "kube-scheduler-7d9f6c8b5d-x2vzk",
  `${"long".repeat(14)}ngbcdfg`,
  `${"long".repeat(14)}ngx2vzk`,
];

export const nodes: readonly string[] = ["worker-1", "node-1", "master-0", "pool-7d9f6c8b5d-x2vzk"];

const accounts = [
  "team-a:controller",
  "team-a:controller",
  "team-a:default",
  "team-a:tigera-operator",
  "team-a:backup-operator",
  "team-a:web",
  "team-b:controller",
  "team-b:backup-agent",
  "backup:agent",
  "kube-system:cluster-autoscaler",
  "kube-system:kube-scheduler",
  "kube-system:generic-garbage-collector",
  "kube-system:generic-garbage-collector",
  "kube-system:namespace-controller",
];

const others: readonly Write["user"][] = [
  { username: "", groups: [] },
  { username: "jane", groups: ["developers"] },
  { username: "jane", groups: ["developers"] },
  { username: "jane", groups: ["lease-admins"] },
  { username: "kubernetes-admin", groups: ["kubeadm:cluster-admins"] },
  { username: "root", groups: ["system:masters"] },
  { username: "jane", groups: ["electors"] },
  { username: "system:apiserver", groups: ["system:masters"] },
  { username: "system:anonymous", groups: ["system:unauthenticated"] },
  { username: "system:kube-controller-manager", groups: [] },
  { username: "system:kube-scheduler", groups: [] },
  { username: "system:cloud-controller-manager", groups: [] },
  { username: "system:node:node-1", groups: ["system:nodes"] },
  { username: "system:node:worker-1", groups: ["system:nodes"] },
  { username: "system:node", groups: ["system:nodes"] },
  { username: "kubelet", groups: ["system:nodes"] },
];

/** Clients whose service account belongs to the workload of their pod. */
const programs = [
  ["team-a:web", "web-7d9f6c8b5d-x2vzk"],
  ["team-a:web", "web-5d78c9869d-bcdfg"],
  ["team-a:tigera-operator", "tigera-operator-5dcfb9df8c-bfkvv"],
  ["team-a:backup-operator", "backup-operator-5d78c9869d-bcdfg"],
  ["backup:agent", "backup-agent-5c6d7f8b9d-w4z8k"],
  ["team-b:backup-agent", "backup-agent-5c6d7f8b9d-w4z8k"],
  ["team-a:controller", "controller-0"],
] as const;

/** Returns a client: most often a pod with a bound token, otherwise another user of a cluster. */
export function randomUser({ pick, oneIn, below }: Dice): Write["user"] {
  if (oneIn(3)) {
    const user = pick(others);
    return oneIn(40) && user.username !== "" ? { ...user, groups: [...user.groups, "lease-guard:break-glass"] } : user;
  }
  const [account, ownPod = pick(pods)] = oneIn(2) ? pick(programs) : [pick(accounts)];
  const [namespace = ""] = account.split(":");
  const user = {
    username: `system:serviceaccount:${account}`,
    groups: ["system:serviceaccounts", `system:serviceaccounts:${namespace}`, ...(oneIn(30) ? ["system:masters"] : [])],
  };
  if (oneIn(5)) return user;
  const podNames = oneIn(40) ? [pick(pods), pick(pods)] : [ownPod];
  return {
    ...user,
    extra: {
      "authentication.kubernetes.io/pod-name": podNames,
      "authentication.kubernetes.io/pod-uid": [`uid-${below(2)}`],
      ...(!oneIn(4) && { "authentication.kubernetes.io/node-name": [pick(nodes)] }),
    },
  };
}
