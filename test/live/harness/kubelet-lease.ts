import { join } from "node:path";
import { mustRun } from "./run.ts";
import { type Service, startService } from "./service.ts";
import { expectStatus, type World } from "./world.ts";

const nodesGroup = "system:nodes";

/**
 * Gives nodes the permissions of Kubernetes' node role. The test cluster has no Node authorizer.
 */
export async function allowNodes({ api }: World): Promise<void> {
  const group = "rbac.authorization.k8s.io";
  const subjects = [{ apiGroup: group, kind: "Group", name: nodesGroup }];
  const roleRef = { apiGroup: group, kind: "ClusterRole", name: "system:node" };
  const body = { metadata: { name: "nodes" }, subjects, roleRef };
  expectStatus(201, await api.call("POST", `/apis/${group}/v1/clusterrolebindings`, { body }));
}

/** Builds the program that renews Leases as kubelets and API servers do. */
export async function buildNodeLease(world: World): Promise<void> {
  await mustRun("go", ["build", "-o", join(world.folder, "node-lease"), "."], {
    cwd: join(import.meta.dirname, "../node-lease"),
  });
}

/** The names of the Leases that a process renews. */
export interface RenewedLeases {
  readonly nodes: readonly string[];
  readonly servers: readonly string[];
}

/**
 * Creates the Leases of nodes with the kubelet's controller, and the identity Leases of API servers
 * with the controller of kube-apiserver. Renews each of them every 10 seconds as its own user.
 */
export function startNodeLeases({ folder }: World, { nodes, servers }: RenewedLeases): Service {
  return startService(join(folder, "node-lease"), {
    args: [
      `-kubeconfig=${join(folder, "kubeconfig.json")}`,
      `-nodes=${nodes.join(",")}`,
      `-servers=${servers.join(",")}`,
    ],
    log: join(folder, "node-leases.log"),
  });
}
