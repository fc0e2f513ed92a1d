import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { resultOf } from "../cluster/cluster-error.ts";
import {
  type Cluster,
  type ClusterChoice,
  type Contexts,
  connectAsKubectl,
  loadContexts,
} from "../cluster/connect-cluster.ts";
import { withRetries } from "../cluster/with-retries.ts";
import { tryOrUndefined } from "../core/field/result.ts";
import { UsageError } from "./errors.ts";

export interface ClusterFlags extends ClusterChoice {
  /** The only namespace in which the command reads Leases and LeaseCandidates. */
  readonly namespace?: string;
}

/**
 * Returns a connection to the cluster that the flags select. It repeats requests for which the API
 * server has no time. Sends no request. Throws a usage error if the configuration of the connection
 * is unusable.
 */
export function openAsKubectl(flags: ClusterFlags): Cluster {
  const cluster = openCluster(flags);
  return { ...cluster, api: withRetries(cluster.api) };
}

/** Like `openAsKubectl`, but each request is sent only once. */
export function openCluster(flags: ClusterFlags): Cluster {
  const cluster = connectAsKubectl(flags, defaultFiles(flags));
  if (!cluster.ok) throw new UsageError(cluster.error);
  return cluster.value;
}

/** Loads the configuration that the flags select. Throws a usage error if it is unusable. */
export function openContexts(flags: Pick<ClusterFlags, "kubeconfig">): Contexts {
  const contexts = loadContexts(flags.kubeconfig, defaultFiles(flags));
  if (!contexts.ok) throw new UsageError(contexts.error);
  return contexts.value;
}

function defaultFiles({ kubeconfig }: Pick<ClusterFlags, "kubeconfig">): readonly string[] {
  return kubeconfig === undefined ? defaultKubeconfigs() : [];
}

/** Like kubectl, skips the files of `KUBECONFIG` that do not exist, unless none exists. */
function defaultKubeconfigs(): readonly string[] {
  const named = process.env["KUBECONFIG"]?.split(delimiter).filter((file) => file !== "") ?? [];
  const home = tryOrUndefined(homedir); // fails for a user id without a user, as in some containers
  const files = named.length > 0 || home === undefined ? named : [join(home, ".kube", "config")];
  const found = files.filter((file) => existsSync(file));
  if (found.length === 0 && named.length > 0)
    throw new UsageError(`KUBECONFIG must name a file that exists, not ${named.join(delimiter)}`);
  return found;
}

export async function answerOf<T>(requests: Promise<T>): Promise<T> {
  const result = await resultOf(requests);
  if (!result.ok) throw new UsageError(result.error.message);
  return result.value;
}

/**
 * Returns the time of a response, which is the time of the API server. Throws a usage error if the
 * response has no time.
 */
export function serverTime({ date }: { readonly date: Date | undefined }): Date {
  if (date === undefined) throw new UsageError("the API server must send the header Date; a proxy may remove it");
  return date;
}

/** Throws a usage error if the user set one of `flags` together with `-f`. */
export function rejectClusterFlags(
  filename: readonly string[] | undefined,
  flags: Readonly<Record<string, unknown>>,
): void {
  const [flag] = Object.entries(flags).find(([, value]) => value !== undefined) ?? [];
  if (filename !== undefined && flag !== undefined) throw new UsageError(`${flag}: requires a cluster; leave out -f`);
}
