import { join } from "node:path";
import { kubeconfigAs } from "./impersonation.ts";
import { mustRun } from "./run.ts";
import { type Service, startService } from "./service.ts";
import { expectStatus, type World } from "./world.ts";

const nodesGroup = "system:nodes";

/** Gives nodes the permissions of Kubernetes' node role. The test cluster has no Node authorizer. */
export async function allowNodes({ api }: World): Promise<void> {
  const group = "rbac.authorization.k8s.io";
  const subjects = [{ apiGroup: group, kind: "Group", name: nodesGroup }];
  const roleRef = { apiGroup: group, kind: "ClusterRole", name: "system:node" };
  const body = { metadata: { name: "nodes" }, subjects, roleRef };
  expectStatus(201, await api.call("POST", `/apis/${group}/v1/clusterrolebindings`, { body }));
}

/** Builds the program that renews the Lease of a node as the kubelet does. */
export async function buildNodeLease(world: World): Promise<void> {
  await mustRun("go", ["build", "-o", join(world.folder, "node-lease"), "."], { cwd: join(import.meta.dirname, "../node-lease") });
}

/** Creates the Lease of a node with the kubelet's controller, and renews it every 10 seconds. */
export function startNodeLease(world: World, node: string): Service {
  const kubeconfig = kubeconfigAs(world, `system:node:${node}`, [nodesGroup]);
  return startService(join(world.folder, "node-lease"), {
    args: [`-kubeconfig=${kubeconfig}`, `-node=${node}`],
    log: join(world.folder, `${node}.log`),
  });
}
