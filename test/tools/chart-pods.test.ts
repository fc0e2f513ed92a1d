import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { helmMajors } from "../harness/helm.ts";
import type { KubernetesObject } from "../manifests/base.ts";
import { jobIn, valuesFile, type Workload } from "./chart-workload.ts";
import { renderedChart } from "./rendered-chart.ts";
import { pick } from "./rendered-overlay.ts";

/** Returns the keys and the scalars of all maps and lists in a value. A list gives its key to its items. */
function entriesIn(value: unknown, key = ""): readonly (readonly [string, unknown])[] {
  if (Array.isArray(value)) return value.flatMap((item) => entriesIn(item, key));
  if (typeof value !== "object" || value === null) return [[key, value]];
  return Object.entries(value).flatMap(([name, item]) => entriesIn(item, name));
}

describe.each(helmMajors)("Helm %s", (major) => {
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-pods-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  const withValues = (values: object): Promise<readonly KubernetesObject[]> =>
    renderedChart(major, { files: [valuesFile(folder, values)] });

  test("pods can use the network of their nodes, other ports, and additional volumes", async () => {
    const [volume, mount] = [
      { name: "a", emptyDir: {} },
      { name: "a", mountPath: "/a" },
    ];
    const env = [{ name: "HTTPS_PROXY", value: "http://proxy" }];
    const objects = await withValues({
      ...{ hostNetwork: true, ports: { https: 9443, health: 9081, metrics: 9080 } },
      ...{ env, extraVolumes: [volume], extraVolumeMounts: [mount] },
    });
    const { spec } = pick<Workload>(objects, "Deployment").spec.template;
    expect(spec).toMatchObject({
      hostNetwork: true,
      dnsPolicy: "ClusterFirstWithHostNet",
      volumes: [{ name: "tls" }, { name: "policy" }, volume],
      containers: [
        {
          args: expect.arrayContaining([
            "--secure-port=9443",
            "--health-probe-bind-address=:9081",
            "--metrics-bind-address=:9080",
          ]),
          ports: [
            { name: "https", containerPort: 9443 },
            { name: "health", containerPort: 9081 },
            { name: "metrics", containerPort: 9080 },
          ],
          env,
          volumeMounts: [{ name: "tls" }, { name: "policy" }, mount],
        },
      ],
    });
  });

  test("the ServiceAccount can have annotations and another name, or come from the operator", async () => {
    const named = { name: "guard", annotations: { a: "b" } };
    const objects = await withValues({ serviceAccount: named });
    expect(pick(objects, "ServiceAccount", "guard")).toMatchObject({ metadata: { annotations: { a: "b" } } });
    expect(pick(objects, "Deployment")).toMatchObject({
      spec: { template: { spec: { serviceAccountName: "guard" } } },
    });
    const without = await withValues({ serviceAccount: { create: false, name: "guard" } });
    expect(without.filter(({ kind }) => kind === "ServiceAccount").map(({ metadata }) => metadata.name)).toEqual([
      "lease-guard-certificates",
    ]);
  });

  test("another full name changes every name and every reference", async () => {
    const values = {
      monitoring: { enabled: true, elections: true },
      audit: { enabled: true },
      policies: { enabled: true },
    };
    const before = await withValues(values);
    const renamed = await withValues({ ...values, fullnameOverride: "guard" });
    const names = renamed.map(({ metadata }) => metadata.name);
    expect(names.filter((name) => !/^guard(-|$)/.test(name))).toEqual([]);
    expect(names.length).toBe(before.length);
    const isReference = ([key, value]: readonly [string, unknown]): boolean =>
      /^(name|policyName|secretName|serviceAccountName|resourceNames)$/.test(key) &&
      /^lease-guard(-|$)/.test(String(value));
    expect(entriesIn(renamed).filter(isReference)).toEqual([]);
    const certificates = jobIn(renamed).spec.template.spec;
    expect(certificates.containers).toMatchObject([
      {
        args: [
          ...["certs", "apply", "--service=guard", "--secret=guard-tls", "--ca-secret=guard-ca"],
          "--webhook-configuration=guard",
        ],
      },
    ]);
    expect(JSON.stringify(renamed)).not.toMatch(/lease-guard\.(?:lease-guard|svc)/);
  });

  test("every object gets the common labels", async () => {
    const values = {
      monitoring: { enabled: true, elections: true },
      audit: { enabled: true },
      autoscaling: { enabled: true },
    };
    for (const { metadata } of await withValues({ ...values, commonLabels: { team: "a" } }))
      expect(metadata.labels).toMatchObject({ team: "a", "app.kubernetes.io/part-of": "lease-guard" });
  });

  test("only the given sources may connect to the webhook", async () => {
    const from = [{ ipBlock: { cidr: "10.0.0.0/28" } }];
    const objects = await withValues({ networkPolicy: { from }, monitoring: { enabled: true } });
    expect(pick(objects, "NetworkPolicy", "lease-guard")).toMatchObject({
      spec: { ingress: [{ from, ports: [{ port: "https" }] }] },
    });
  });

  test("the name of the certificates Job depends on its content only", async () => {
    const name = async (values: object): Promise<string> => jobIn(await withValues(values)).metadata.name;
    const plain = await name({});
    expect(plain).toMatch(/^lease-guard-certificates-[0-9a-f]{8}$/);
    expect(await name({ policy: { profile: "strict" }, replicas: 5, registration: { timeoutSeconds: 3 } })).toBe(plain);
    const others = [
      ...[{ image: { tag: "2" } }, { nodeSelector: { a: "b" } }, { tolerations: [{ operator: "Exists" }] }],
      ...[{ commonLabels: { a: "b" } }, { certificates: { job: { annotations: { a: "b" } } } }],
    ];
    const names = new Set([plain]);
    for (const values of others) names.add(await name(values));
    expect(names.size).toBe(others.length + 1);
  });

  test("the certificates Job can have annotations, and can stay", async () => {
    const annotations = { "argocd.argoproj.io/hook": "Sync" };
    const job = (values: object) =>
      withValues({ certificates: { job: values } }).then((objects) => jobIn<{ readonly spec: object }>(objects));
    expect(await job({})).toMatchObject({ spec: { ttlSecondsAfterFinished: 300 } });
    const kept = await job({ annotations, ttlSecondsAfterFinished: null });
    expect(kept).toMatchObject({ metadata: { annotations } });
    expect(kept.spec).not.toHaveProperty("ttlSecondsAfterFinished");
  });
});
