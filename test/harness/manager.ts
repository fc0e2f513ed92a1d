import type { ElectionProgram } from "../../src/workload/program.ts";

/** The row of the example program: on with `--leader-elect`, and off by default. */
export const managerProgram: ElectionProgram = {
  name: "example-manager",
  images: ["example/manager"],
  library: "client-go",
  election: {
    kind: "switch",
    default: false,
    switches: [{ flags: ["leader-elect"], env: ["LEADER_ELECT"], keys: ["leaderElection.leaderElect"] }],
  },
  leaseDuration: { unit: "go", flags: ["lease-duration"], env: ["LEASE_DURATION"], default: 15 },
  renewDeadline: { unit: "go", flags: ["renew-deadline"], env: ["RENEW_DEADLINE"], default: 10 },
  retryPeriod: { unit: "go", flags: ["retry-period"], env: ["RETRY_PERIOD"], default: 2 },
  lockName: { flags: ["lock-name"], default: "example-lock" },
  lockNamespace: { flags: ["lock-namespace"] },
  withoutElection: "harm",
  isVerified: true,
};

export interface ManagerFields {
  readonly kind?: "Deployment" | "StatefulSet" | "DaemonSet";
  readonly name?: string;
  /** The default is `team-a`. Null sets none. */
  readonly namespace?: string | null;
  readonly image?: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: readonly object[];
  readonly labels?: Readonly<Record<string, string>>;
  /** More fields of the container, the pod, and the workload. */
  readonly container?: object;
  readonly pod?: object;
  readonly spec?: object;
}

/** Returns the manifest of the example program: a Deployment with one replica and no flags. */
export function manager({
  kind = "Deployment",
  name = "manager",
  namespace = "team-a",
  image = "registry.example/example/manager:v1",
  labels = { app: name },
  command,
  args,
  env,
  container,
  pod,
  spec,
}: ManagerFields = {}): object {
  const main = { name: "main", image, ...(command && { command }), ...(args && { args }), ...(env && { env }) };
  return {
    apiVersion: "apps/v1",
    kind,
    metadata: { name, ...(namespace !== null && { namespace }) },
    spec: {
      ...(kind !== "DaemonSet" && { replicas: 1 }),
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ ...main, ...container }], ...pod } },
      ...spec,
    },
  };
}

/** Returns the literal variables of a container. */
export function variables(values: Readonly<Record<string, string>>): readonly object[] {
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}

export function configMap(name: string, data: Readonly<Record<string, string>>, namespace = "team-a"): object {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace }, data };
}

/** Returns the autoscaler of the Deployment `manager`. */
export function autoscaler(maxReplicas: number, name = "manager"): object {
  return {
    apiVersion: "autoscaling/v2",
    kind: "HorizontalPodAutoscaler",
    metadata: { name, namespace: "team-a" },
    spec: { scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name }, minReplicas: 1, maxReplicas },
  };
}
