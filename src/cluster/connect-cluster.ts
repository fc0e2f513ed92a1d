import { existsSync, readFileSync } from "node:fs";
import { KubeConfig } from "@kubernetes/client-node/dist/config.js";
import { failed, ok, type Result, tryOrUndefined } from "../core/field/result.ts";
import { type ApiServer, apiServer } from "./api-server.ts";
import { loadKubeconfigs, requireRegular, type UserCompleter, userCompleter } from "./kubeconfig.ts";

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
  /** The name of the context. Undefined for the service account of a pod. */
  readonly context: string | undefined;
  /** The name of the user in the configuration. */
  readonly user: string | undefined;
  /** The namespace of the context, if it has one. */
  readonly namespace: string | undefined;
  /**
   * Returns a connection to one API server of the cluster, with the same credentials. The value is
   * undefined if the configuration does not verify the certificate of the server, because another
   * program could then receive the credentials.
   */
  readonly at: (address: string) => ApiServer | undefined;
}

/** How to connect to a cluster. */
export interface ConnectSettings {
  /** The default is the current context. */
  readonly context?: string | undefined;
  /** True if the credential plugin must not ask the user, because several clusters are read. */
  readonly isUnattended?: boolean;
}

/** A loaded configuration. */
export interface Contexts {
  /** The names of the contexts. Empty for the service account of a pod. */
  readonly names: readonly string[];
  /** Connects to a cluster. The error states why the context is unusable. Sends no request. */
  readonly connect: (settings: ConnectSettings) => Result<Cluster, string>;
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
  const contexts = loadContexts(kubeconfig, defaultFiles);
  return contexts.ok ? contexts.value.connect({ context }) : contexts;
}

/** Loads the configuration of `connectAsKubectl` once, for several contexts. */
export function loadContexts(
  kubeconfig: string | undefined,
  defaultFiles: readonly string[],
): Result<Contexts, string> {
  const files = kubeconfig === undefined ? defaultFiles : [kubeconfig];
  try {
    if (files.length > 0) {
      const config = loadKubeconfigs(files);
      const complete = userCompleter(files);
      return ok({
        names: config.getContexts().map(({ name }) => name),
        connect: (settings) => connect(config, complete, settings),
      });
    }
    if (!existsSync(`${podDirectory}/token`))
      return unusable("found no kubeconfig in KUBECONFIG or ~/.kube/config; set KUBECONFIG or --kubeconfig");
    const config = podConfig();
    return ok({ names: [], connect: (settings) => connect(config, undefined, settings) });
  } catch (error) {
    return unusable(loadError(error));
  }
}

function connect(
  loaded: KubeConfig,
  complete: UserCompleter | undefined,
  { context, isUnattended = false }: ConnectSettings,
): Result<Cluster, string> {
  if (context !== undefined && loaded.getContextObject(context) === null)
    return unusable(`it must have the context ${JSON.stringify(context)}`);
  const config = new KubeConfig();
  const { clusters, contexts, users, currentContext } = loaded;
  config.loadFromOptions({ clusters, contexts, users, currentContext: context ?? currentContext });
  try {
    for (const file of certificateFiles(config)) requireRegular(file);
    complete?.(config, isUnattended);
  } catch (error) {
    return unusable(loadError(error));
  }
  const server = config.getCurrentCluster()?.server;
  const isUsable = server?.startsWith("https://") || isLocalProxy(config);
  if (!server || !isUsable || !URL.canParse(server))
    return unusable("no API server is configured, or its address is not HTTPS");
  const { name, user, namespace } = config.getContextObject(config.getCurrentContext()) ?? {};
  const at = (address: string) => serverAt(config, address);
  return ok({ api: apiServer(config, server), server, context: complete && name, user, namespace, at });
}

/** The name in the certificate of each API server. */
const serverName = "kubernetes.default.svc";

function serverAt(config: KubeConfig, server: string): ApiServer | undefined {
  const cluster = config.getCurrentCluster();
  if (cluster === null || cluster.skipTLSVerify || !cluster.server.startsWith("https://")) return undefined;
  const { contexts, users, currentContext } = config;
  const direct = new KubeConfig();
  const clusters = [{ ...cluster, server, tlsServerName: serverName }];
  direct.loadFromOptions({ clusters, contexts, users, currentContext });
  return apiServer(direct, server);
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
