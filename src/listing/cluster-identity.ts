import type { Cluster } from "../cluster/connect-cluster.ts";
import { readResource } from "../cluster/read-resource.ts";
import { textAt } from "../core/api/fields.ts";
import { objectPath } from "../core/api/requests.ts";

/** What is known of a cluster that a command reads. */
export interface ClusterIdentity {
  /**
   * The context, or the name of a file. For the service account of a pod, the uid or the server.
   */
  readonly name: string;
  /** The address of the API server, without credentials. */
  readonly server?: string | undefined;
  readonly context?: string | undefined;
  /** The uid of the namespace kube-system, which identifies a cluster. */
  readonly uid?: string | undefined;
  /** The files that were read instead of an API server. */
  readonly files?: readonly string[] | undefined;
}

export const systemNamespace = "kube-system";

/**
 * Reads the uid of a cluster, which is undefined without the permission. Rejects in the same cases
 * as `readResource`.
 */
export async function readIdentity({ api, ...cluster }: Cluster): Promise<ClusterIdentity> {
  const address = { apiVersion: "v1", namespace: undefined, resource: "namespaces", name: systemNamespace };
  const read = await readResource("namespaces", api({ method: "GET", path: objectPath(address) }));
  return identityOf(cluster, read.ok ? textAt(read.value.body, "metadata", "uid") : "");
}

export function identityOf({ server, context }: Pick<Cluster, "server" | "context">, uid = ""): ClusterIdentity {
  const { protocol, host, pathname } = new URL(server);
  const shown = `${protocol}//${host}${pathname.replace(/\/+$/, "")}`;
  return { name: context ?? (uid || shown), server: shown, context, uid: uid || undefined };
}
