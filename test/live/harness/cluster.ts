import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Api, connect } from "./api.ts";
import { makeCredentials } from "./credentials.ts";
import { freePorts } from "./free-ports.ts";
import { type Kubectl, kubectlFor } from "./kubectl.ts";
import { mustRun } from "./run.ts";
import { type Service, startService } from "./service.ts";

/**
 * An etcd and a kube-apiserver for the tests. The cluster has no kubelet, and no controllers except
 * the controllers in the API server.
 */
export interface Cluster {
  readonly api: Api;
  readonly kubectl: Kubectl;
  /** The directory with all files of the cluster. `stop` removes the directory. */
  readonly folder: string;
  readonly auditLog: string;
  /** The directory with the programs of the Kubernetes version. */
  readonly assets: string;
  /** Stops kube-apiserver, starts it again, and returns when it is ready. */
  readonly restartServer: () => Promise<void>;
  /** Starts one more kube-apiserver with the same flags and etcd. `stop` of the cluster stops it. */
  readonly addServer: () => Promise<AddedServer>;
  readonly stop: () => Promise<void>;
}

/** A kube-apiserver beside the first one of a cluster. */
export interface AddedServer {
  readonly api: Api;
  readonly url: string;
}

/** The Kubernetes version, and the flags of kube-apiserver that differ between clusters. */
export interface ClusterOptions {
  readonly version: string;
  readonly runtimeConfig: string;
  /** The value of `--feature-gates`. By default, coordinated elections are on. */
  readonly featureGates?: string;
  readonly flags?: readonly string[];
  /**
   * The level of the audit log for Leases and LeaseCandidates. The default is Metadata. The policies
   * for RequestResponse and for fences are those in docs/learn.md.
   */
  readonly auditLevel?: AuditLevel;
}

const auditPolicy = {
  apiVersion: "audit.k8s.io/v1",
  kind: "Policy",
  omitStages: ["RequestReceived"],
  rules: [{ level: "Metadata", resources: [{ group: "coordination.k8s.io" }] }, { level: "None" }],
};

const [recordingPolicy = "", fencePolicy = ""] = [
  ...readFileSync(join(import.meta.dirname, "../../../docs/learn.md"), "utf8").matchAll(
    /^```yaml\n(apiVersion: audit[\s\S]*?)^```$/gm,
  ),
].map(([, text]) => text);

export type AuditLevel = "Metadata" | "RequestResponse" | "fences";

const auditPolicies: Readonly<Record<AuditLevel, string>> = {
  Metadata: JSON.stringify(auditPolicy),
  RequestResponse: recordingPolicy,
  fences: fencePolicy,
};

/** The name of the log file of the first API server. */
const firstServer = "kube-apiserver";

function startEtcd(program: string, folder: string, ports: { client: number; peer: number }): Service {
  const [client, peer] = [`http://127.0.0.1:${ports.client}`, `http://127.0.0.1:${ports.peer}`];
  const urls = [`--listen-client-urls=${client}`, `--advertise-client-urls=${client}`, `--listen-peer-urls=${peer}`];
  const cluster = [`--initial-advertise-peer-urls=${peer}`, `--initial-cluster=default=${peer}`];
  const args = [...urls, ...cluster, `--data-dir=${join(folder, "etcd")}`, "--unsafe-no-fsync", "--log-level=warn"];
  return startService(program, { args, log: join(folder, "etcd.log") });
}

async function start(
  folder: string,
  {
    version,
    runtimeConfig,
    featureGates = "CoordinatedLeaderElection=true",
    flags = [],
    auditLevel = "Metadata",
  }: ClusterOptions,
): Promise<Omit<Cluster, "folder" | "auditLog">> {
  const recipe = join(import.meta.dirname, "../../../.ci/kube-assets");
  const assets = (await mustRun(recipe, [version])).trim();
  const credentials = await makeCredentials(folder);
  const [client = 0, peer = 0, port = 0] = await freePorts(3);
  const policy = join(folder, "audit-policy.json");
  writeFileSync(policy, auditPolicies[auditLevel]);
  mkdirSync(join(folder, "audit"));

  const etcd = startEtcd(join(assets, "etcd"), folder, { client, peer });
  const optionsFor = (name: string, port: number) => ({
    log: join(folder, `${name}.log`),
    args: [
      `--etcd-servers=http://127.0.0.1:${client}`,
      // Other machines must not reach the server. By default, the server would announce the
      // external address of this machine.
      ...[
        "--bind-address=127.0.0.1",
        "--advertise-address=127.0.0.1",
        "--endpoint-reconciler-type=none",
        `--secure-port=${port}`,
      ],
      ...[`--tls-cert-file=${credentials.serverFile}`, `--tls-private-key-file=${credentials.serverKeyFile}`],
      ...[
        `--client-ca-file=${credentials.caFile}`,
        "--authorization-mode=RBAC",
        "--service-cluster-ip-range=10.0.0.0/24",
      ],
      ...[
        "--service-account-issuer=https://kubernetes.default.svc",
        `--service-account-key-file=${credentials.tokenKeyFile}`,
      ],
      `--service-account-signing-key-file=${credentials.tokenKeyFile}`,
      "--disable-admission-plugins=ServiceAccount", // no controller creates the service account that a pod needs
      ...[
        `--audit-policy-file=${policy}`,
        `--audit-log-path=${join(folder, "audit", name === firstServer ? "log" : `${name}.log`)}`,
        "--audit-log-mode=blocking",
      ],
      "--allow-privileged", // as in real clusters: pod security then rejects a privileged pod, instead of the server's validation
      ...(featureGates === "" ? [] : [`--feature-gates=${featureGates}`]),
      ...[`--runtime-config=${runtimeConfig}`],
      ...flags,
    ],
  });
  const startServer = (name = firstServer, ownPort = port): Service =>
    startService(join(assets, "kube-apiserver"), optionsFor(name, ownPort));
  let server = startServer();
  const api = connect(port, credentials);
  const added: { readonly service: Service; readonly api: Api }[] = [];
  const ready = (service: Service, of: Api): Promise<void> =>
    service.ready(async () => ((await of.call("GET", "/readyz")).status === 200 ? true : undefined));
  const restartServer = async (): Promise<void> => {
    await server.stop();
    server = startServer();
    await ready(server, api);
  };
  const addServer = async (): Promise<AddedServer> => {
    const [addedPort = 0] = await freePorts(1);
    const own = connect(addedPort, credentials);
    const service = startServer(`${firstServer}-${added.length + 2}`, addedPort);
    added.push({ service, api: own });
    await ready(service, own);
    return { api: own, url: `https://localhost:${addedPort}` };
  };
  const stop = async (): Promise<void> => {
    for (const each of [{ service: server, api }, ...added]) each.api.close();
    await Promise.all([server, ...added.map(({ service }) => service)].map((each) => each.stop()));
    await etcd.stop();
  };
  try {
    await ready(server, api);
  } catch (error) {
    await stop();
    throw error;
  }
  return { api, kubectl: kubectlFor(folder, port, credentials), assets, restartServer, addServer, stop };
}

/**
 * Starts etcd and kube-apiserver, and returns when the API server is ready. Builds missing programs
 * of the Kubernetes version first.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-cluster-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const { stop, ...rest } = await start(folder, options);
    return { ...rest, folder, auditLog: join(folder, "audit", "log"), stop: () => stop().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}
