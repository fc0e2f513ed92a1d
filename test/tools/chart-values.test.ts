import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readPolicy } from "../../src/policy/file/read-policy.ts";
import { chartFolder, helm, helmMajors } from "../harness/helm.ts";
import type { KubernetesObject } from "../manifests/base.ts";
import { asFile } from "../policy/file/policy-texts.ts";
import { jobIn, valuesFile, type Workload } from "./chart-workload.ts";
import { renderedChart } from "./rendered-chart.ts";
import { pick } from "./rendered-overlay.ts";

/** Values that the chart rejects, and the part of the message that names the error. */
const rejected: Readonly<Record<string, readonly [values: object, message: RegExp]>> = {
  "an unknown value": [{ replicaCount: 3 }, /replicaCount/],
  "an unknown value of a group": [{ image: { name: "a" } }, /image.*name/s],
  "an unknown source of certificates": [{ certificates: { source: "vault" } }, /certificates.source/],
  "no replica": [{ replicas: 0 }, /replicas/],
  "a timeout of a minute": [{ registration: { timeoutSeconds: 60 } }, /registration.timeoutSeconds/],
  "an unknown failure policy": [{ registration: { failurePolicy: "fail" } }, /registration.failurePolicy/],
  "a digest without its algorithm": [{ image: { digest: "abc" } }, /image.digest/],
  "a bundle in PEM": [{ certificates: { caBundle: "-----BEGIN CERTIFICATE-----" } }, /certificates.caBundle/],
  "an unknown rule": [{ policy: { rules: { "lease/no-such-rule": { mode: "deny" } } } }, /lease\/no-such-rule/],
  "an unknown mode of a rule": [
    { policy: { rules: { "lease/renew-time-near-now": { mode: "block" } } } },
    /lease\/renew-time-near-now.mode/,
  ],
  "an unknown parameter of a rule": [
    { policy: { rules: { "lease/duration-within-bounds": { parameters: { least: 1 } } } } },
    /lease\/duration-within-bounds.*least/s,
  ],
  "an unknown profile": [{ policy: { profile: "lax" } }, /policy.profile/],
  "no image": [{ image: { repository: "" } }, /image\.repository must be set to your image/],
  "a release that installs nothing": [
    { webhook: { enabled: false } },
    /webhook\.enabled, policies\.enabled, audit\.enabled, or monitoring\.elections must be true/,
  ],
  "a budget of all pods": [
    { replicas: 1 },
    /podDisruptionBudget\.minAvailable \(1\) must be less than the minimum number of pods \(1\).*: set replicas/,
  ],
  "a budget of all pods of an autoscaler": [
    { autoscaling: { enabled: true }, registration: { failurePolicy: "Fail" } },
    /podDisruptionBudget\.minAvailable \(2\) must be less.*pods \(2\).*: set autoscaling\.minReplicas/,
  ],
  "a label of the manifests as a common label": [
    { commonLabels: { "app.kubernetes.io/name": "a" } },
    /commonLabels.*app.kubernetes.io\/name/s,
  ],
  "no source of certificates": [{ certificates: { source: null } }, /certificates.*source/s],
  "a name that no Service can have": [{ fullnameOverride: "a.b" }, /fullnameOverride/],
  "no ServiceAccount": [{ serviceAccount: { create: false } }, /serviceAccount\.name must be set if/],
  "one port for two servers": [{ ports: { metrics: 8443 } }, /ports\.https, ports\.health, and ports\.metrics must/],
  "an autoscaler without room": [
    { autoscaling: { enabled: true, minReplicas: 4, maxReplicas: 3 } },
    /autoscaling\.maxReplicas must not be less than autoscaling\.minReplicas/,
  ],
  "a port above 65535": [{ ports: { https: 65536 } }, /ports.https/],
  "excluded namespaces and every namespace": [
    { registration: { everyNamespace: true, excludedNamespaces: ["a"] } },
    /registration\.everyNamespace must be false if/,
  ],
  "a text that Helm would remove": [
    { policy: { rules: { "lease/holder-pattern": { parameters: { patterns: ["<no value>"] } } } } },
    /policy must not contain <no value>/,
  ],
  "the exported default policy and another policy": [
    { policies: { enabled: true }, policy: { profile: "strict" } },
    /policies\.enabled must be false with your own policy/,
  ],
};

interface Registration {
  readonly webhooks: readonly {
    readonly clientConfig: object;
    readonly namespaceSelector: { readonly matchExpressions: readonly object[] };
    readonly timeoutSeconds: number;
    readonly rules: readonly { readonly resources: readonly string[]; readonly apiVersions: readonly string[] }[];
  }[];
}

type Path = readonly string[];

/** Returns the paths of all values and groups of values, without those in the policy. */
function pathsIn(values: object, parent: Path = []): readonly Path[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const isGroup = typeof value === "object" && value !== null && !Array.isArray(value) && name !== "policy";
    return [[...parent, name], ...(isGroup ? pathsIn(value, [...parent, name]) : [])];
  });
}

/** Returns values that are null at these paths. */
function nulls(paths: readonly Path[]): object {
  const values: Record<string, unknown> = {};
  for (const [name = "", ...rest] of paths) {
    values[name] =
      rest.length === 0 ? null : nulls(paths.filter(([first]) => first === name).map(([, ...inner]) => inner));
  }
  return values;
}

describe.each(helmMajors)("Helm %s", (major) => {
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-values-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  const file = (values: object): string => valuesFile(folder, values);
  const withValues = (values: object): Promise<readonly KubernetesObject[]> =>
    renderedChart(major, { files: [file(values)] });

  test.each(Object.entries(rejected))("rejects %s", async (_, [values, message]) => {
    const { status, stderr } = await helm(major, ["template", "lease-guard", chartFolder, `--values=${file(values)}`]);
    expect(status).toBe(1);
    // Helm 4 prints the path of a value as /policy/rules, and Helm 3 prints it as policy.rules.
    expect(stderr.replaceAll("~1", "/")).toMatch(message);
  });

  test("the image is the same in all pods", async () => {
    const digest = `sha256:${"0".repeat(64)}`;
    const images = async (image: object): Promise<readonly string[]> =>
      Array.from(JSON.stringify(await withValues({ image })).matchAll(/"image":"([^"]*)"/g), ([, found = ""]) => found);
    expect(await images({ repository: "r.example.com/a", tag: "1.2" })).toEqual(Array(3).fill("r.example.com/a:1.2"));
    expect(await images({ repository: "r.example.com/a", digest })).toEqual(Array(3).fill(`r.example.com/a@${digest}`));
  });

  test("pods get the settings of the values", async () => {
    const tolerations = [{ key: "a", operator: "Exists" }];
    const affinity = { nodeAffinity: {} };
    const objects = await withValues({
      ...{
        replicas: 5,
        tolerations,
        affinity,
        nodeSelector: { a: "b" },
        priorityClassName: "high",
        imagePullSecrets: [{ name: "s" }],
      },
      ...{ topologySpreadConstraints: [], podLabels: { a: "1" }, podAnnotations: { b: "2" }, extraArgs: ["--deny=a"] },
      ...{
        image: { pullPolicy: "Always" },
        podDisruptionBudget: { minAvailable: 3 },
        resources: { limits: { memory: "1Gi" } },
      },
    });
    const { spec } = pick<Workload>(objects, "Deployment");
    expect(spec.replicas).toBe(5);
    expect(spec.template.metadata).toMatchObject({ labels: { a: "1" }, annotations: { b: "2" } });
    expect(spec.template.spec).toMatchObject({
      ...{
        tolerations,
        affinity,
        nodeSelector: { a: "b" },
        priorityClassName: "high",
        imagePullSecrets: [{ name: "s" }],
      },
      containers: [
        {
          args: expect.arrayContaining(["serve", "--deny=a"]),
          imagePullPolicy: "Always",
          resources: { limits: { memory: "1Gi" } },
        },
      ],
    });
    expect(spec.template.spec).not.toHaveProperty("topologySpreadConstraints");
    expect(pick(objects, "PodDisruptionBudget")).toMatchObject({ spec: { minAvailable: 3 } });
    const job = jobIn(objects).spec.template.spec;
    expect(job).toMatchObject({
      tolerations,
      nodeSelector: { a: "b" },
      imagePullSecrets: [{ name: "s" }],
      containers: [{ imagePullPolicy: "Always" }],
    });
  });

  test("an autoscaler sets the number of pods", async () => {
    const objects = await withValues({
      autoscaling: { enabled: true, maxReplicas: 9, targetCPUUtilizationPercentage: 65 },
    });
    expect(pick<Workload>(objects, "Deployment").spec).not.toHaveProperty("replicas");
    expect(pick(objects, "HorizontalPodAutoscaler")).toMatchObject({
      spec: {
        minReplicas: 2,
        maxReplicas: 9,
        metrics: [{ resource: { name: "cpu", target: { averageUtilization: 65 } } }],
      },
    });
  });

  test("the Secret and the caBundle can come from the operator", async () => {
    const objects = await withValues({ certificates: { source: "secret", secretName: "1234", caBundle: "TFMwdA==" } });
    expect(pick<Workload>(objects, "Deployment").spec.template.spec).toMatchObject({
      volumes: [{ secret: { secretName: "1234" } }, {}],
    });
    const { webhooks } = pick<Registration>(objects, "ValidatingWebhookConfiguration");
    expect(webhooks.map(({ clientConfig }) => clientConfig)).toMatchObject([
      { caBundle: "TFMwdA==" },
      { caBundle: "TFMwdA==" },
    ]);
    expect(objects.map(({ kind }) => kind)).not.toContain("Job");
  });

  test("kube-apiserver gets the timeout, and sends the versions of the values", async () => {
    const apiVersions = { leases: ["v1"], leaseCandidates: ["v1beta1", "v1alpha2"] };
    const objects = await withValues({ registration: { timeoutSeconds: 7, apiVersions } });
    const { webhooks } = pick<Registration>(objects, "ValidatingWebhookConfiguration");
    expect(webhooks.map(({ timeoutSeconds }) => timeoutSeconds)).toEqual([7, 7]);
    const sent = webhooks.flatMap(({ rules }) =>
      rules.map(({ resources, apiVersions }) => [resources.join(), apiVersions]),
    );
    expect(Object.fromEntries(sent)).toEqual({
      leases: apiVersions.leases,
      leasecandidates: apiVersions.leaseCandidates,
    });
  });

  test("namespaces can be excluded by name and by label", async () => {
    const expression = { key: "a", operator: "DoesNotExist" };
    const objects = await withValues({
      registration: { excludedNamespaces: ["calico-system"], matchExpressions: [expression] },
    });
    for (const { namespaceSelector } of pick<Registration>(objects, "ValidatingWebhookConfiguration").webhooks) {
      expect(namespaceSelector.matchExpressions).toMatchObject([
        { values: expect.arrayContaining(["lease-guard", "calico-system"]) },
        expression,
      ]);
    }
  });

  test("labels select the ServiceMonitor and the alerts", async () => {
    const objects = await withValues({ monitoring: { enabled: true, elections: true, labels: { release: "a" } } });
    for (const [kind, name] of [["ServiceMonitor"], ["PrometheusRule"], ["PrometheusRule", "lease-guard-elections"]]) {
      expect(pick(objects, kind ?? "", name).metadata.labels).toMatchObject({
        release: "a",
        "app.kubernetes.io/name": "lease-guard",
      });
    }
  });

  test("parts can be left out", async () => {
    const objects = await withValues({
      networkPolicy: { enabled: false },
      podDisruptionBudget: { enabled: false },
      monitoring: { enabled: true },
    });
    expect(objects.map(({ kind }) => kind)).not.toContain("NetworkPolicy");
    expect(objects.map(({ kind }) => kind)).not.toContain("PodDisruptionBudget");
  });

  test("lease-guard reads the policy as the operator wrote it", async () => {
    const written =
      "rules: { lease/duration-within-bounds: { mode: deny, warnUntil: 2027-01-15, parameters: { minSeconds: 5, maxSeconds: 3000000 } } }";
    writeFileSync(join(folder, "policy.yaml"), `{ image: { repository: a }, policy: { ${written} } }`);
    const objects = await renderedChart(major, { files: [join(folder, "policy.yaml")] });
    const { data } = pick<{ readonly data: Readonly<Record<string, string>> }>(
      objects,
      "ConfigMap",
      "lease-guard-policy",
    );
    const text = data["policy.yaml"] ?? "";
    expect(parse(text)).toEqual({
      apiVersion: "lease-guard.dev/v1alpha1",
      kind: "Policy",
      profile: "default",
      ...parse(written),
    });
    expect(readPolicy(asFile(text))).toMatchObject({ ok: true });
  });

  test("null removes each value, or the error names it", async () => {
    const values = parse(readFileSync(join(chartFolder, "values.yaml"), "utf8"));
    const paths = pathsIn(values).filter(([group]) => group !== "image"); // always has a repository here
    const template = readFileSync(join(chartFolder, "templates/checks/required/values.yaml"), "utf8");
    const isRequired = (path: Path): boolean => template.includes(`"${path.join(".")}"`);
    expect(await withValues(nulls(paths.filter((path) => !isRequired(path))))).not.toEqual([]);
    const required = paths.filter(isRequired);
    expect(required).toContainEqual(["certificates", "source"]);
    for (const path of required) {
      const flags = [`--values=${file(nulls([path]))}`];
      const { status, stderr } = await helm(major, ["template", "lease-guard", chartFolder, ...flags]);
      expect({ status, stderr }).toMatchObject({
        status: 1,
        stderr: expect.stringContaining(`: ${path.join(".")} must`),
      });
    }
  });

  test("a chart that contains this chart can set enabled and global", async () => {
    expect(await withValues({ enabled: true, global: { a: 1 } })).toEqual(await renderedChart(major));
  });
});
