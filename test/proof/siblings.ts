import { byPod } from "../harness/by-pod.ts";
import { deploymentPods, guaranteed, type Member, type Setup } from "./setup.ts";

const sibling = (pod: string): Member => ({ identity: pod, user: byPod(pod, "node-4") });

const siblings: readonly Member[] = [
  sibling("operator-7d9f6c8b5d-x2x4z"),
  sibling("web-0"),
  sibling("backup-x2x4z"),
  sibling("debug"),
  // These pods have the names of workloads of the Deployment of the replicas.
  sibling("controller"),
  sibling("controller-0"),
  sibling("controller-x2x4z"),
];

/** One write by a pod of each kind of workload. No counter-example is expected. */
export const siblingSetups: readonly Setup[] = siblings.map((s) => ({
  ...guaranteed,
  budget: 1,
  members: { ...deploymentPods, s },
}));
