import { join } from "node:path";
import { runCli } from "../../harness/cli.ts";
import { type Contents, type MountedFolder, mountFolder } from "../../harness/mounted-folder.ts";
import type { Body } from "./api.ts";
import type { Cluster } from "./cluster.ts";
import { eventually } from "./eventually.ts";
import { freePorts } from "./free-ports.ts";
import { kubeconfigFor } from "./kubeconfig.ts";
import { type Service, startService } from "./service.ts";
import type { ServiceNetwork } from "./service-network.ts";

/**
 * The pods of lease-guard in a cluster without controllers and kubelets. They are processes on this
 * machine with the arguments of the manifests.
 */
export interface Pods {
  /**
   * Takes the steps that the controllers and the kubelets of a real cluster would take at this
   * moment.
   */
  readonly reconcile: () => Promise<void>;
  /** The loopback ports of the webhook and of its probes. Both are 0 until the webhook starts. */
  readonly ports: () => { readonly https: number; readonly health: number };
  readonly stop: () => Promise<void>;
}

interface PodSpec {
  readonly serviceAccountName: string;
  readonly containers: readonly [
    { readonly args: readonly string[]; readonly volumeMounts?: readonly { name: string; mountPath: string }[] },
  ];
  readonly volumes?: readonly {
    readonly name: string;
    readonly secret?: { secretName: string };
    readonly configMap?: { name: string };
  }[];
}

interface ServiceBody {
  readonly spec: { readonly clusterIP: string; readonly ports: readonly [{ readonly port: number }] };
}

const program = join(import.meta.dirname, "../../../dist/cli/main.js");
const inNamespace = (group: string, resource: string, name: string): string =>
  `/${group}/namespaces/lease-guard/${resource}/${name}`;
const deploymentPath = inNamespace("apis/apps/v1", "deployments", "lease-guard");
const podSpec = ({ spec }: Body): PodSpec =>
  (spec as unknown as { readonly template: { readonly spec: PodSpec } }).template.spec;

/**
 * Returns the lease-guard pods of a cluster. The API server of the cluster reaches Services through
 * `network`. The pods start when `reconcile` is called.
 */
export function podsOf(cluster: Cluster, network: ServiceNetwork): Pods {
  const { api } = cluster;
  const find = async (path: string): Promise<Body | undefined> => {
    const { status, body } = await api.call("GET", path);
    return status === 200 ? body : undefined;
  };
  /**
   * Returns the Job, or undefined if there is none. The name of the Job in the chart contains the
   * revision of the release, so the function finds the Job by its label.
   */
  const findJob = async (): Promise<Body | undefined> => {
    const selector = "labelSelector=app.kubernetes.io/component=certificates";
    const jobs = await find(`/apis/batch/v1/namespaces/lease-guard/jobs?${selector}`);
    return (jobs?.["items"] as readonly Body[] | undefined)?.[0];
  };
  const mounts = new Map<string, MountedFolder>();
  let issued = false;
  let webhook: Service | undefined;
  let started = { https: 0, health: 0 };

  /** Runs the Job with a token of its service account. Repeats the run until it succeeds. */
  const runJob = async (job: Body): Promise<void> => {
    const { serviceAccountName, containers } = podSpec(job);
    const path = `${inNamespace("api/v1", "serviceaccounts", serviceAccountName)}/token`;
    const { body } = await api.call("POST", path, { body: { spec: { expirationSeconds: 3600 } } });
    const token = String((body as { readonly status?: { readonly token?: string } }).status?.token);
    const kubeconfig = kubeconfigFor(cluster, "job.json", { token });
    await eventually("the Job is complete", 120_000, async () => {
      const { code } = await runCli([...containers[0].args, "--kubeconfig", kubeconfig]);
      return code === 0 ? true : undefined;
    });
    issued = true;
  };

  /**
   * Writes the content of each mounted Secret and ConfigMap to a directory, and updates the files
   * after a change. Returns each mount path with its directory.
   */
  const mountVolumes = async ({
    volumes = [],
    containers,
  }: PodSpec): Promise<readonly [from: string, to: string][]> => {
    const mounted = volumes.map(async ({ name, secret, configMap }): Promise<[string, string]> => {
      const path = secret
        ? inNamespace("api/v1", "secrets", secret.secretName)
        : inNamespace("api/v1", "configmaps", configMap?.name ?? "");
      const data = Object.entries((await find(path))?.["data"] ?? {}) as readonly [string, string][];
      const contents: Contents = Object.fromEntries(
        data.map(([key, value]) => [key, secret ? Buffer.from(value, "base64").toString() : value]),
      );
      const mount = mounts.get(name) ?? mountFolder(contents);
      if (mounts.has(name)) mount.swap(contents);
      mounts.set(name, mount);
      return [containers[0].volumeMounts?.find((each) => each.name === name)?.mountPath ?? "", mount.folder];
    });
    return Promise.all(mounted);
  };

  /**
   * Starts one process for all replicas. Sets the status of the Deployment when the process is
   * ready.
   */
  const startWebhook = async (deployment: Body): Promise<void> => {
    const spec = podSpec(deployment);
    const folders = await mountVolumes(spec);
    const onThisMachine = (arg: string): string =>
      folders.reduce((text, [from, to]) => text.replace(`=${from}/`, `=${to}/`), arg);
    const [port = 0, probes = 0] = await freePorts(2);
    started = { https: port, health: probes };
    // In a real cluster, each pod has its own network. Here, all processes share the ports of one
    // machine.
    const ports = [
      "--bind-address=127.0.0.1",
      `--secure-port=${port}`,
      `--health-probe-bind-address=127.0.0.1:${probes}`,
    ];
    const args = [
      program,
      ...spec.containers[0].args.map(onThisMachine),
      ...ports,
      "--metrics-bind-address=0",
      "--shutdown-delay-duration=0s",
    ];
    webhook = startService(process.execPath, { args, log: join(cluster.folder, "pods.log") });
    await webhook.ready(async () => ((await fetch(`http://127.0.0.1:${probes}/readyz`)).ok ? true : undefined));

    const service = (await find(inNamespace("api/v1", "services", "lease-guard"))) as unknown as ServiceBody;
    const { clusterIP, ports: servicePorts } = service.spec;
    network.route(`${clusterIP}:${servicePorts[0].port}`, port);
    const replicas = deployment.spec?.["replicas"];
    const status = { replicas, updatedReplicas: replicas, readyReplicas: replicas, availableReplicas: replicas };
    const body = { status: { ...status, observedGeneration: deployment.metadata?.["generation"] } };
    await api.call("PATCH", `${deploymentPath}/status`, { contentType: "application/merge-patch+json", body });
  };

  return {
    reconcile: async () => {
      const job = issued ? undefined : await findJob();
      if (job) await runJob(job);
      // Without a Job, the operator creates the Secret before the Deployment.
      const deployment = issued || job === undefined ? await find(deploymentPath) : undefined;
      if (!deployment) return;
      if (webhook) await mountVolumes(podSpec(deployment));
      else await startWebhook(deployment);
    },
    ports: () => started,
    stop: async () => {
      await webhook?.stop();
      for (const mount of mounts.values()) mount.remove();
    },
  };
}
