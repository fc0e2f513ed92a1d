import { type Cluster, connectCluster } from "../../cluster/connect-cluster.ts";
import { UsageError } from "./errors.ts";

/**
 * Returns the requests to the API server of `--kubeconfig`. Throws a usage error if the address or
 * the credentials are unusable. Sends no request.
 */
export async function openCluster(kubeconfig: string | undefined): Promise<Cluster> {
  const cluster = await connectCluster(kubeconfig);
  if (!cluster.ok) throw new UsageError(cluster.error);
  return cluster.value;
}
