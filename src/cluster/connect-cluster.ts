import { existsSync, readFileSync } from "node:fs";
import { KubeConfig } from "@kubernetes/client-node/dist/config.js";
import { failed, ok, type Result, tryOrUndefined } from "../core/field/result.ts";
import { type ApiServer, apiServer } from "./api-server.ts";
import { completeUsers, loadKubeconfigs, requireRegular } from "./kubeconfig.ts";

/**
 * The directory where the kubelet mounts the token of a pod and a file with the name of the pod's
 * namespace.
 */
const podDirectory = "/var/run/secrets/kubernetes.io/serviceaccount";

/** Returns the namespace of the pod that runs this program, or undefined outside a pod. */
export function podNamespace(): string | undefined {
  const file = `${podDirectory}/namespace`;
  return existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
}

export interface ClusterChoice {
  /** The file with the configuration. By default, the file is the one that `kubectl` would use. */
  readonly kubeconfig?: string | undefined;
  /** The context in the configuration. The default is its current context. */
  readonly context?: string | undefined;
}

export interface Cluster {
  readonly api: ApiServer;
  readonly server: string;
  /** The namespace of the context, if it has one. */
  readonly namespace: string | undefined;
}

/**
 * Connects to the cluster that `kubectl` would use: the given file, `KUBECONFIG`, `~/.kube/config`,
 * or the service account of the pod. `defaultFiles` are the files of `KUBECONFIG` or
 * `~/.kube/config`. The error states why the source is unusable. Sends no request.
 */
export function connectAsKubectl(
  { kubeconfig, context }: ClusterChoice,
  defaultFiles: readonly string[] = [],
): Result<Cluster, string> {
  const files = kubeconfig === undefined ? defaultFiles : [kubeconfig];
  let config: KubeConfig;
  try {
    if (files.length > 0) config = loadKubeconfigs(files);
    else if (existsSync(`${podDirectory}/token`)) config = podConfig();
    else return unusable("found no kubeconfig in KUBECONFIG or ~/.kube/config; set KUBECONFIG or --kubeconfig");
  } catch (error) {
    return unusable(loadError(error));
  }
  if (context !== undefined) {
    if (config.getContextObject(context) === null)
      return unusable(`it must have the context ${JSON.stringify(context)}`);
    config.setCurrentContext(context);
  }
  try {
    for (const file of certificateFiles(config)) requireRegular(file);
    completeUsers(config, files);
  } catch (error) {
    return unusable(loadError(error));
  }
  const server = config.getCurrentCluster()?.server;
  const isUsable = server?.startsWith("https://") || isLocalProxy(config);
  if (!server || !isUsable || !URL.canParse(server))
    return unusable("no API server is configured, or its address is not HTTPS");
  const { namespace } = config.getContextObject(config.getCurrentContext()) ?? {};
  return ok({ api: apiServer(config, server), server, namespace });
}

function podConfig(): KubeConfig {
  const config = new KubeConfig();
  config.loadFromCluster();
  return config;
}

function certificateFiles(config: KubeConfig): readonly string[] {
  const { caFile } = config.getCurrentCluster() ?? {};
  const { certFile, keyFile } = config.getCurrentUser() ?? {};
  return [caFile, certFile, keyFile].flatMap((file) => file || []);
}

/** Matches the start of an address of this computer, without a user and a password. */
const localAddress = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?(?:\/|$)/;

/**
 * Reports whether the API server is a program on this computer, such as `kubectl proxy`, that gets
 * no credentials. A user without credentials has only a name.
 */
function isLocalProxy(config: KubeConfig): boolean {
  const { server = "", proxyUrl } = config.getCurrentCluster() ?? {};
  if (!localAddress.test(server) || proxyUrl) return false;
  // A token file that cannot be read is a credential, too.
  const fields = tryOrUndefined(() => Object.entries(config.getCurrentUser() ?? {}));
  return fields?.every(([field, value]) => field === "name" || !value) ?? false;
}

/**
 * Returns the reason why a kubeconfig cannot be loaded. The message of a YAML error contains lines
 * of the file, and its reason can contain a tag or an alias. Both can be secrets.
 */
function loadError(error: unknown): string {
  const { message, reason, mark } = error as Error & {
    readonly reason?: string;
    readonly mark?: { readonly line: number };
  };
  if (reason === undefined) return message;
  return `${reason.replace(/["!:].*/s, "…")} (line ${(mark?.line ?? 0) + 1})`;
}

function unusable(reason: string): Result<never, string> {
  return failed(`cannot read the API server's configuration: ${reason}`);
}
