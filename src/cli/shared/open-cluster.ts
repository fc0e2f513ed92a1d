import type { ApiServer } from "../../cluster/api-server.ts";
import { connectCluster } from "../../cluster/connect-cluster.ts";
import { UsageError } from "./errors.ts";

/**
 * Returns the API server of `--kubeconfig` or, without the flag, the default API server. Throws a
 * usage error if the address or the credentials are unusable. Sends no request.
 */
export function openCluster(kubeconfig: string | undefined): ApiServer {
  const api = connectCluster(kubeconfig);
  if (!api.ok) throw new UsageError(api.error);
  return api.value;
}
