import type { Answer } from "./api.ts";
import type { Cluster } from "./cluster.ts";

function createLease({ api }: Cluster, leaseDurationSeconds: number): Promise<Answer> {
  const spec = {
    holderIdentity: "writer-1",
    leaseDurationSeconds,
    renewTime: new Date().toISOString().replace("Z", "000Z"),
  };
  const body = { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { generateName: "written-" }, spec };
  return api.call("POST", "/apis/coordination.k8s.io/v1/namespaces/default/leases", { body });
}

/**
 * Reports whether the webhook warns about a duration that the values on docs/helm.md do not allow.
 */
export async function warnsOfLongLease(cluster: Cluster): Promise<boolean> {
  const { warnings } = await createLease(cluster, 5000);
  return warnings.length > 0;
}

/**
 * Creates Leases, one after another, while `action` runs. Returns the status code and the message
 * of each response.
 */
export async function createLeasesDuring(cluster: Cluster, action: () => Promise<unknown>): Promise<readonly string[]> {
  const responses: string[] = [];
  let ended = false;
  const write = async (): Promise<void> => {
    while (!ended) {
      const { status, body } = await createLease(cluster, 15);
      responses.push(`${status} ${body.message ?? ""}`.trim());
    }
  };
  const acted = action().finally(() => {
    ended = true;
  });
  await Promise.all([acted, write()]);
  return responses;
}
