import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseDuration } from "../../src/core/text/duration.ts";
import { readPolicy } from "../../src/policy/file/read-policy.ts";
import { defaultPolicy } from "../../src/policy/policy.ts";
import { drainTimeoutMs, shutdownDelay } from "../../src/webhook/limits.ts";
import { asFile } from "../policy/file/policy-texts.ts";
import { readBase } from "./base.ts";

type Labels = Readonly<Record<string, string>>;
interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}
interface Container {
  readonly image: string;
  readonly args: readonly string[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
  readonly securityContext: object;
  readonly resources: object;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string; readonly readOnly: boolean }[];
}
interface PodSpec {
  readonly serviceAccountName: string;
  readonly terminationGracePeriodSeconds: number;
  readonly securityContext: { readonly runAsUser: number; readonly fsGroup: number };
  readonly containers: readonly [Container];
  readonly volumes: readonly {
    readonly name: string;
    readonly secret?: object;
    readonly configMap?: { readonly name: string };
  }[];
  readonly topologySpreadConstraints: readonly { readonly labelSelector: { readonly matchLabels: Labels } }[];
}
interface Deployment {
  readonly metadata: { readonly labels: Labels };
  readonly spec: {
    readonly replicas: number;
    readonly selector: { readonly matchLabels: Labels };
    readonly strategy: object;
    readonly template: { readonly metadata: { readonly labels: Labels }; readonly spec: PodSpec };
  };
}

const deployment = readBase<Deployment>("deployment.yaml");
const { template } = deployment.spec;
const [container] = template.spec.containers;
const ports = new Map(container.ports.map(({ name, containerPort }) => [name, containerPort]));
const service = readBase<{ spec: { selector: Labels; ports: readonly object[] } }>("service.yaml").spec;
const budget = readBase<{ spec: { minAvailable: number; selector: { matchLabels: Labels } } }>(
  "pod-disruption-budget.yaml",
).spec;
const network = readBase<{
  spec: {
    podSelector: { matchLabels: Labels };
    policyTypes: readonly string[];
    ingress: readonly object[];
    egress?: unknown;
  };
}>("network-policy.yaml").spec;

function flag(name: string): string | undefined {
  return container.args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
}

describe("one set of labels selects the pods", () => {
  test.each([
    { who: "Deployment", labels: deployment.spec.selector.matchLabels },
    { who: "Service", labels: service.selector },
    { who: "PodDisruptionBudget", labels: budget.selector.matchLabels },
    { who: "NetworkPolicy", labels: network.podSelector.matchLabels },
    ...template.spec.topologySpreadConstraints.map(({ labelSelector }) => ({
      who: "spread",
      labels: labelSelector.matchLabels,
    })),
  ])("$who", ({ labels }) => {
    expect(labels).toEqual({ "app.kubernetes.io/name": "lease-guard", "app.kubernetes.io/component": "webhook" });
    expect(template.metadata.labels).toMatchObject(labels);
  });
});

describe("ports", () => {
  test("the ports of the container are those of the flags", () => {
    expect([...ports]).toEqual([
      ["https", Number(flag("secure-port"))],
      ["health", Number(flag("health-probe-bind-address")?.replace(/^:/, ""))],
      ["metrics", Number(flag("metrics-bind-address")?.replace(/^:/, ""))],
    ]);
  });

  test("the Service forwards 443 to https", () => {
    expect(service.ports).toEqual([{ name: "https", port: 443, targetPort: "https" }]);
  });

  test("the NetworkPolicy allows only reviews, and no outgoing connections", () => {
    expect(network.ingress).toEqual([{ ports: [{ port: "https" }] }]);
    expect(network.policyTypes).toEqual(["Ingress", "Egress"]);
    expect(network.egress).toBeUndefined();
  });

  test.each([
    { probe: container.startupProbe, path: "/livez" },
    { probe: container.livenessProbe, path: "/livez" },
    { probe: container.readinessProbe, path: "/readyz" },
  ])("a probe requests $path on the plain port", ({ probe, path }) => {
    expect(probe.httpGet).toEqual({ path, port: "health" });
  });
});

describe("certificate", () => {
  const [volume] = template.spec.volumes;

  test("it comes from the Secret of `certs generate`, and only the container's group can read it", () => {
    expect(volume).toEqual({ name: "tls", secret: { secretName: "lease-guard-tls", defaultMode: 0o440 } });
    expect(template.spec.securityContext.fsGroup).toBe(template.spec.securityContext.runAsUser);
  });

  test("the flags name its files in the mount", () => {
    const [mount] = container.volumeMounts;
    expect(mount).toMatchObject({ name: volume?.name, readOnly: true });
    expect([flag("tls-cert-file"), flag("tls-private-key-file")]).toEqual([
      `${mount?.mountPath}/tls.crt`,
      `${mount?.mountPath}/tls.key`,
    ]);
  });
});

test("the policy is valid, and its ConfigMap is mounted as a directory so that it can change", () => {
  const { metadata, data } = readBase<{ metadata: { name: string }; data: Readonly<Record<string, string>> }>(
    "policy.yaml",
  );
  expect(template.spec.volumes.slice(1)).toEqual([{ name: "policy", configMap: { name: metadata.name } }]);
  expect(container.volumeMounts.slice(1)).toEqual([
    { name: "policy", mountPath: "/etc/lease-guard/policy", readOnly: true },
  ]);
  expect(Object.keys(data).map((file) => `/etc/lease-guard/policy/${file}`)).toEqual([flag("policy")]);
  const read = readPolicy(asFile(Object.values(data).join("")));
  expect(read).toMatchObject({ ok: true, value: { policy: defaultPolicy } });
  expect(read.ok && read.value.warnings(new Date())).toEqual([]);
});

test("the pod requests no privileges and has no credentials", () => {
  expect(template.spec).toMatchObject({
    serviceAccountName: "lease-guard",
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: 65532,
      runAsGroup: 65532,
      seccompProfile: { type: "RuntimeDefault" },
    },
  });
  expect(container.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ["ALL"] },
  });
});

test("a rollout, a drain, and a full node each leave one pod ready", () => {
  expect(deployment.spec).toMatchObject({
    replicas: 2,
    strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
  });
  expect(budget).toMatchObject({ minAvailable: 1, unhealthyPodEvictionPolicy: "AlwaysAllow" });
  expect(template.spec).toMatchObject({
    topologySpreadConstraints: [
      { topologyKey: "kubernetes.io/hostname", whenUnsatisfiable: "ScheduleAnyway" },
      { topologyKey: "topology.kubernetes.io/zone", whenUnsatisfiable: "ScheduleAnyway" },
    ],
  });
  expect(container.resources).toEqual({ requests: { cpu: "50m", memory: "96Mi" }, limits: { memory: "256Mi" } });
});

test("the pod is not killed before it has shut down", () => {
  expect(container).not.toHaveProperty("lifecycle");
  expect(flag("shutdown-delay-duration")).toBeUndefined();
  expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(
    ((parseDuration(shutdownDelay) ?? Number.NaN) + drainTimeoutMs) / 1000 + 5,
  );
});

test("the version is the package's", () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8")) as {
    readonly version: string;
  };
  expect(container.image).toBe(`lease-guard:${version}`);
  expect(deployment.metadata.labels["app.kubernetes.io/version"]).toBe(version);
  expect(template.metadata.labels["app.kubernetes.io/version"]).toBe(version);
});
