import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../harness/cli.ts";
import { installOverlay } from "./harness/certificate-runs.ts";
import { misregistered, planted } from "./harness/doctor-faults.ts";
import { createReplicas, merge } from "./harness/doctor-replicas.ts";
import { kubeconfigFor } from "./harness/kubeconfig.ts";
import { type Pods, podsOf } from "./harness/pods.ts";
import { registrationsPath } from "./harness/registration.ts";
import { newest } from "./harness/release.ts";
import { type ServiceNetwork, startServiceNetwork } from "./harness/service-network.ts";
import { expectStatus, startWorld, type World } from "./harness/world.ts";

interface Report {
  readonly summary: Readonly<Record<string, number>>;
  readonly findings: readonly { readonly check: string; readonly severity: string; readonly field: string; readonly object?: object }[];
  readonly checks: readonly { readonly id: string; readonly status: string; readonly reasons: readonly string[] }[];
  readonly unread: readonly { readonly resource: string }[];
}

describe("lease-guard doctor", () => {
  let network: ServiceNetwork | undefined;
  let started: World | undefined;
  let pods: Pods | undefined;
  const world = (): World => {
    if (started === undefined) throw new Error("the cluster did not start");
    return started;
  };
  const doctor = async (args: readonly string[] = [], kubeconfig = join(world().folder, "kubeconfig.json")) => {
    const { code, stdout, stderr } = await runCli(["doctor", "--kubeconfig", kubeconfig, "-o", "json", ...args]);
    if (stderr !== "") throw new Error(stderr);
    return { code, report: JSON.parse(stdout) as Report };
  };
  const connected = () => doctor(["--service-address", `127.0.0.1:${pods?.ports().https}`]);
  const found = async () => (await connected()).report.findings.map(({ check, field }) => [check, field]);

  beforeAll(async () => {
    network = await startServiceNetwork();
    started = await startWorld({ ...newest, flags: network.flags });
  });
  afterAll(async () => {
    await pods?.stop();
    await started?.stop();
    network?.stop();
  });

  it("passes an empty cluster before the installation", async () => {
    const { code, report } = await doctor(["--preflight"]);
    expect(report.findings).toEqual([]);
    expect(report.checks.filter(({ status }) => status !== "passed")).toEqual([]);
    expect(code).toBe(0);
  });

  it("passes a good installation, with all that only the pods know", { timeout: 300_000 }, async () => {
    await installOverlay(world());
    pods = podsOf(world(), network as ServiceNetwork);
    await pods.reconcile();
    await createReplicas(world(), network as ServiceNetwork, pods.ports().health);
    const { code, report } = await connected();
    expect(report.findings).toEqual([]);
    expect(report.checks.filter(({ status }) => status !== "passed")).toEqual([]);
    expect(report.summary["checks"]).toBeGreaterThan(35);
    expect(code).toBe(0);
  });

  it("does not know the certificate and the loaded policy without --connect", async () => {
    const { report } = await doctor();
    const unknown = report.checks.filter(({ status }) => status === "unknown").map(({ id }) => id);
    expect(unknown).toEqual(["doctor/ca-bundle-verifies", "doctor/certificate-not-expiring", "doctor/policy-loaded"]);
  });

  it.each(planted)("finds %s", async (_, path, patch, finds) => {
    const { api } = world();
    const before = expectStatus(200, await api.call("GET", path)).body;
    await merge(world(), path, patch);
    const findings = await found();
    const { resourceVersion: _version, ...metadata } = expectStatus(200, await api.call("GET", path)).body.metadata ?? {};
    expectStatus(200, await api.call("PUT", path, { body: { ...before, metadata } }));
    expect(findings).toEqual([finds]);
    expect(await found()).toEqual([]);
  });

  it.each(misregistered)("finds %s", async (_, body, finds) => {
    const { api } = world();
    const path = `${registrationsPath}/lease-guard`;
    const { webhooks } = expectStatus(200, await api.call("GET", path)).body;
    expectStatus(200, await api.call("PATCH", path, { body, contentType: "application/json-patch+json" }));
    const findings = await found();
    await merge(world(), path, { webhooks });
    expect(new Set(findings.map(([check]) => check))).toEqual(new Set([finds[0]]));
    expect(findings[0]).toEqual(finds);
  });

  it("is right about three webhooks of other programs", async () => {
    const { api } = world();
    const leases = { apiGroups: ["coordination.k8s.io"], apiVersions: ["v1"], resources: ["leases"], operations: ["CREATE", "UPDATE"] };
    const named = (operator: string, ...values: readonly string[]) => ({
      matchExpressions: [{ key: "kubernetes.io/metadata.name", operator, values }],
    });
    const webhooks = {
      harmless: {
        failurePolicy: "Fail",
        rules: [{ ...leases, apiGroups: [""], resources: ["configmaps"] }],
        namespaceSelector: named("In", "team-z"),
      },
      slow: { failurePolicy: "Ignore", timeoutSeconds: 10, rules: [leases], namespaceSelector: named("In", "kube-system") },
      closed: {
        failurePolicy: "Fail",
        timeoutSeconds: 1,
        rules: [{ ...leases, apiGroups: ["*"], resources: ["*"] }],
        namespaceSelector: named("In", "team-z"),
      },
    };
    const common = { sideEffects: "None", admissionReviewVersions: ["v1"], clientConfig: { url: "https://127.0.0.1:9/" } };
    expectStatus(201, await api.call("POST", "/api/v1/namespaces", { body: { metadata: { name: "team-z" } } }));
    for (const [name, webhook] of Object.entries(webhooks)) {
      const body = { metadata: { name }, webhooks: [{ name: `${name}.example.com`, ...common, ...webhook }] };
      expectStatus(201, await api.call("POST", registrationsPath, { body }));
    }
    const { code, report } = await connected();
    for (const name of Object.keys(webhooks)) await api.call("DELETE", `${registrationsPath}/${name}`);
    expect(report.findings.map(({ check, severity, object }) => [check, severity, (object as { readonly name: string }).name])).toEqual([
      ["doctor/other-webhooks-fail-open", "warning", "closed"],
      ["doctor/other-webhooks-fast", "warning", "slow"],
      ["doctor/other-webhooks-off-system-leases", "warning", "slow"],
    ]);
    expect(code).toBe(0);
  });

  it("needs only the rights of docs/doctor.md, and names what it may not read", { timeout: 60_000 }, async () => {
    const { api, kubectl } = world();
    const metadata = { name: "doctor", namespace: "lease-guard" };
    expectStatus(201, await api.call("POST", "/api/v1/namespaces/lease-guard/serviceaccounts", { body: { metadata } }));
    const path = "/api/v1/namespaces/lease-guard/serviceaccounts/doctor/token";
    const { body } = expectStatus(201, await api.call("POST", path, { body: { spec: { expirationSeconds: 3600 } } }));
    const kubeconfig = kubeconfigFor(world(), "doctor.json", { token: String((body as { status?: { token?: string } }).status?.token) });

    const before = await doctor(["--connect"], kubeconfig);
    expect(before.report.unread.map(({ resource }) => resource)).toContain("validatingwebhookconfigurations");
    expect(before.report.findings).toEqual([]);

    const page = readFileSync(join(import.meta.dirname, "../../docs/doctor.md"), "utf8");
    const [, roles = ""] = /^```yaml\n(apiVersion: rbac[\s\S]*?)^```$/m.exec(page) ?? [];
    for (const [index, role] of roles.split("---\n").entries()) {
      const file = join(world().folder, `role-${index}.yaml`);
      writeFileSync(file, role);
      expect(await kubectl(["apply", "-f", file])).toMatchObject({ status: 0 });
    }
    const subject = "--serviceaccount=lease-guard:doctor";
    await kubectl(["create", "clusterrolebinding", "doctor", "--clusterrole=lease-guard-doctor", subject]);
    await kubectl(["create", "rolebinding", "doctor", "-n", "lease-guard", "--role=lease-guard-doctor", subject]);
    await expect.poll(async () => (await doctor(["--connect"], kubeconfig)).report.unread, { timeout: 20_000 }).toEqual([]);
    const { report } = await doctor(["--connect"], kubeconfig);
    expect(report.findings).toEqual([]);
    const undecided = report.checks.filter(({ status }) => status !== "passed");
    expect(undecided.map(({ id }) => id)).toEqual(["doctor/ca-bundle-verifies"]);
  });
});
