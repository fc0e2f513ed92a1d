import { existsSync, readFileSync } from "node:fs";
import type { AdmissionregistrationV1Api, CoreV1Api, KubeConfig, V1Secret } from "@kubernetes/client-node";
import { failed, ok, type Result } from "../field/result.ts";
import { ClusterError, clusterError } from "./cluster-error.ts";

/** A Secret from the cluster. The values are decoded from base64. */
export interface Secret {
  readonly type: string | undefined;
  readonly data: Readonly<Record<string, string>>;
  readonly object: V1Secret;
}

/** The name of a Secret to write, and the values to set in the Secret. */
export interface SecretChange {
  readonly namespace: string;
  readonly name: string;
  readonly type: string;
  readonly data: Readonly<Record<string, string>>;
}

/** The `caBundle` of a webhook of a ValidatingWebhookConfiguration, in base64. */
export interface WebhookBundle {
  readonly name: string;
  readonly caBundle?: string;
}

/**
 * All requests that lease-guard sends to an API server. Each request can reject with a
 * `ClusterError`.
 */
export interface Cluster {
  readonly readSecret: (namespace: string, name: string) => Promise<Secret | undefined>;
  /**
   * Creates the Secret if `read` is undefined, and otherwise updates it. Rejects if the Secret has
   * changed since `read`. Does not change labels and other keys.
   */
  readonly writeSecret: (change: SecretChange, read: Secret | undefined) => Promise<void>;
  /** Reads the webhooks of a ValidatingWebhookConfiguration in the order of the configuration. */
  readonly readWebhooks: (configuration: string) => Promise<readonly WebhookBundle[]>;
  /**
   * Changes the `caBundle` of all webhooks in one request. Rejects if a webhook has changed since
   * `read`.
   */
  readonly patchCaBundles: (configuration: string, read: readonly WebhookBundle[], caBundles: readonly string[]) => Promise<void>;
}

/** Maximum time for one request in milliseconds, as in client-go's leader election. */
const requestTimeoutMs = 10_000;

/**
 * The directory where kubelet mounts the token of a pod and a file with the name of the pod's
 * namespace.
 */
const podDirectory = "/var/run/secrets/kubernetes.io/serviceaccount";

/** Returns the namespace of the pod that runs this program, or undefined outside a pod. */
export function podNamespace(): string | undefined {
  const file = `${podDirectory}/namespace`;
  return existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
}

/**
 * Reads the address of the API server and the credentials. The source is the given file. Without a
 * file, the source is the pod, or outside a pod, `KUBECONFIG` or `~/.kube/config`. The error says
 * why the source is unusable. Sends no request. The credentials are not read again later.
 */
export async function connectCluster(kubeconfig: string | undefined): Promise<Result<Cluster, string>> {
  const client = await loadClient();
  if (client === undefined)
    return failed("a request to an API server requires the optional dependency @kubernetes/client-node; install it");
  const read = readConfig(client, kubeconfig);
  if (!read.ok) return failed(`cannot read the API server's configuration: ${read.error}`);
  const { config, server } = read.value;
  const configuration = client.createConfiguration({
    baseServer: new client.ServerConfiguration(server, {}),
    authMethods: { default: config },
    promiseMiddleware: [
      {
        pre: async (context) => {
          context.setSignal(AbortSignal.timeout(requestTimeoutMs));
          return context;
        },
        post: async (context) => context,
      },
    ],
  });
  return ok(cluster(new client.CoreV1Api(configuration), new client.AdmissionregistrationV1Api(configuration)));
}

type Client = typeof import("@kubernetes/client-node");

/** Loads the Kubernetes client library, or returns undefined if the library is not installed. */
async function loadClient(): Promise<Client | undefined> {
  try {
    return await import("@kubernetes/client-node");
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

interface ReadConfig {
  readonly config: KubeConfig;
  readonly server: string;
}

/** Reads the configuration. Returns the client library's exception as the error. */
function readConfig(client: Client, kubeconfig: string | undefined): Result<ReadConfig, string> {
  const config = new client.KubeConfig();
  try {
    if (kubeconfig !== undefined) config.loadFromFile(kubeconfig);
    else if (existsSync(`${podDirectory}/token`)) config.loadFromCluster();
    else config.loadFromDefault();
    const server = config.getCurrentCluster()?.server;
    return server?.startsWith("https://") ? ok({ config, server }) : failed("no API server is configured, or its address is not HTTPS");
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  }
}

function cluster(core: CoreV1Api, registration: AdmissionregistrationV1Api): Cluster {
  return {
    readSecret: async (namespace, name) => {
      const object = await withClusterError(core.readNamespacedSecret({ namespace, name })).catch(undefinedIfMissing);
      return object && { type: object.type, data: decoded(object.data ?? {}), object };
    },
    writeSecret: async ({ namespace, name, type, data }, read) => {
      const body = { ...(read?.object ?? newSecret(name, type)), data: { ...read?.object.data, ...encoded(data) } };
      await withClusterError(
        read ? core.replaceNamespacedSecret({ namespace, name, body }) : core.createNamespacedSecret({ namespace, body }),
      );
    },
    readWebhooks: async (configuration) => {
      const { webhooks = [] } = await withClusterError(registration.readValidatingWebhookConfiguration({ name: configuration }));
      return webhooks.map(({ name, clientConfig: { caBundle } }) => ({ name, ...(caBundle !== undefined && { caBundle }) }));
    },
    patchCaBundles: async (configuration, read, caBundles) => {
      const body = read.flatMap((webhook, index) => caBundleOperations(index, webhook, caBundles[index] ?? ""));
      await withClusterError(registration.patchValidatingWebhookConfiguration({ name: configuration, body }));
    },
  };
}

/**
 * Returns the JSON Patch operations that change one `caBundle`. The test of the name fails if the
 * webhook has another index now. A test for null succeeds if the `caBundle` is absent.
 */
function caBundleOperations(index: number, { name, caBundle }: WebhookBundle, value: string): readonly object[] {
  const path = `/webhooks/${index}/clientConfig/caBundle`;
  return [
    { op: "test", path: `/webhooks/${index}/name`, value: name },
    { op: "test", path, value: caBundle ?? null },
    { op: "add", path, value },
  ];
}

function newSecret(name: string, type: string): V1Secret {
  const labels = {
    "app.kubernetes.io/name": "lease-guard",
    "app.kubernetes.io/component": "certificates",
    "app.kubernetes.io/part-of": "lease-guard",
  };
  return { metadata: { name, labels }, type };
}

async function withClusterError<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    throw clusterError(error);
  }
}

function undefinedIfMissing(error: unknown): undefined {
  if (!(error instanceof ClusterError && error.status === 404)) throw error;
}

function decoded(data: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, Buffer.from(value, "base64").toString()]));
}

function encoded(data: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, Buffer.from(value).toString("base64")]));
}
