import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ReportObject, reportKinds, reportObjects } from "../../src/audit/report-objects.ts";
import type { AuditResult } from "../../src/audit/result.ts";
import { type WrittenReports, writeClusterReports } from "../../src/audit/write-cluster-reports.ts";
import { connectAsKubectl } from "../../src/cluster/connect-cluster.ts";
import { auditOf, finding, hostile, lease } from "../audit/reports/audit-results.ts";
import { componentFolder } from "../manifests/base.ts";
import { eventually } from "./harness/eventually.ts";
import { kubeconfigFor } from "./harness/kubeconfig.ts";
import { newest } from "./harness/release.ts";
import { openReports, policyReports, type ReportDefinition, serve, stopServing } from "./harness/report-definitions.ts";
import { run } from "./harness/run.ts";
import { expectStatus, startWorld, type World } from "./harness/world.ts";

const cli = join(import.meta.dirname, "../../dist/cli/main.js");
const component = componentFolder("audit");
const user = "system:serviceaccount:lease-guard:lease-guard-audit";

describe("audit --write-reports", () => {
  let world: World;
  let kubeconfig: string;

  beforeAll(async () => {
    world = await startWorld(newest);
    for (const name of ["lease-guard", "team-a", "team-b", "team-c"]) {
      expectStatus(201, await world.api.call("POST", "/api/v1/namespaces", { body: { metadata: { name } } }));
    }
    expect(await world.kubectl(["apply", `--kustomize=${component}`])).toMatchObject({ status: 0 });
    const path = "/api/v1/namespaces/lease-guard/serviceaccounts/lease-guard-audit/token";
    const { body } = expectStatus(
      201,
      await world.api.call("POST", path, { body: { spec: { expirationSeconds: 3600 } } }),
    );
    kubeconfig = kubeconfigFor(world, "audit.json", {
      token: String((body["status"] as { readonly token?: string }).token),
    });
    await eventually("the API server uses the roles", 10_000, async () =>
      (await may("list", "", "pods")) ? true : undefined,
    );
  });
  afterAll(() => world?.stop());

  /** Writes the reports with the permissions of the CronJob. */
  async function written(result: AuditResult, namespace?: string): Promise<WrittenReports> {
    const cluster = connectAsKubectl({ kubeconfig });
    if (!cluster.ok) throw new Error(cluster.error);
    return writeClusterReports(cluster.value.api, result, namespace);
  }

  async function may(verb: string, group: string, resource: string): Promise<boolean> {
    const spec = { user, resourceAttributes: { verb, group, resource, namespace: "team-a" } };
    const { body } = await world.api.call("POST", "/apis/authorization.k8s.io/v1/subjectaccessreviews", {
      body: { spec },
    });
    return (body["status"] as { readonly allowed?: boolean }).allowed === true;
  }

  /** Returns the stored reports, as `NAMESPACE/NAME: NUMBER OF RESULTS`. */
  async function stored({ apiVersion, resource }: ReportDefinition): Promise<readonly string[]> {
    const { body } = expectStatus(200, await world.api.call("GET", `/apis/${apiVersion}/${resource}`));
    const reports = body["items"] as readonly ReportObject[];
    return reports
      .map(({ metadata, results }) => `${metadata.namespace}/${metadata.name}: ${results?.length ?? 0}`)
      .toSorted();
  }

  const withFindings = (...namespaces: readonly string[]): AuditResult =>
    auditOf(
      namespaces.map((namespace, index) =>
        lease({ namespace, findings: Array.from({ length: index + 1 }, () => finding()) }),
      ),
    );

  it("is an error if the cluster serves no reports", async () => {
    await expect(written(withFindings("team-a"))).rejects.toThrow(
      "--write-reports: the cluster must serve reports.openreports.io or policyreports.wgpolicyk8s.io",
    );
  });

  it("writes PolicyReports if the cluster serves only these", async () => {
    await serve(world, policyReports);
    expect(await written(withFindings("team-a"))).toEqual({
      kind: "PolicyReport",
      written: 1,
      deleted: 0,
      failures: [],
    });
    expect(await stored(policyReports)).toEqual(["team-a/lease-guard-audit: 1"]);
  });

  it("writes OpenReports if the cluster serves both", async () => {
    await serve(world, openReports);
    expect(await written(withFindings("team-a", "team-b"))).toEqual({
      kind: "Report",
      written: 2,
      deleted: 0,
      failures: [],
    });
    expect(await stored(openReports)).toEqual(["team-a/lease-guard-audit: 1", "team-b/lease-guard-audit: 2"]);
    await stopServing(world, policyReports);
  });

  it("replaces reports, and deletes the reports of namespaces without findings", async () => {
    expect(await written(withFindings("team-b", "team-c"))).toEqual({
      kind: "Report",
      written: 2,
      deleted: 1,
      failures: [],
    });
    expect(await stored(openReports)).toEqual(["team-b/lease-guard-audit: 1", "team-c/lease-guard-audit: 2"]);
  });

  it("changes only the namespace of the audit", async () => {
    expect(await written(auditOf([]), "team-b")).toEqual({ kind: "Report", written: 0, deleted: 1, failures: [] });
    expect(await stored(openReports)).toEqual(["team-c/lease-guard-audit: 2"]);
  });

  it("deletes no report if the audit could not read pods", async () => {
    const unread = ["leasecandidates.coordination.k8s.io", "pods"].map((resource) => ({
      resource,
      reason: "forbidden",
    }));
    expect(await written({ ...auditOf([]), unread })).toEqual({ kind: "Report", written: 0, deleted: 0, failures: [] });
    expect(await stored(openReports)).toEqual(["team-c/lease-guard-audit: 2"]);
  });

  it("deletes reports if the cluster serves no LeaseCandidates", async () => {
    const unread = [{ resource: "leasecandidates.coordination.k8s.io", reason: "not served" }];
    expect(await written({ ...withFindings("team-a"), unread })).toEqual({
      kind: "Report",
      written: 1,
      deleted: 1,
      failures: [],
    });
    expect(await written({ ...withFindings("team-c"), unread })).toEqual({
      kind: "Report",
      written: 1,
      deleted: 1,
      failures: [],
    });
  });

  it("keeps the reports of other programs, and continues after a failure", async () => {
    const foreign = (name: string) => ({
      apiVersion: openReports.apiVersion,
      kind: openReports.kind,
      metadata: { name },
    });
    const path = `/apis/${openReports.apiVersion}/namespaces/team-a/reports`;
    for (const name of ["another", "lease-guard-audit"])
      expectStatus(201, await world.api.call("POST", path, { body: foreign(name) }));
    expect(await written(withFindings("team-a", "team-b", "gone"))).toMatchObject({
      ...{ written: 1, deleted: 1 },
      failures: [
        {
          namespace: "team-a",
          reason: expect.stringContaining('reports.openreports.io "lease-guard-audit" already exists'),
        },
        { namespace: "gone", reason: expect.stringContaining('namespaces "gone" not found') },
      ],
    });
    expect(await stored(openReports)).toEqual([
      "team-a/another: 0",
      "team-a/lease-guard-audit: 0",
      "team-b/lease-guard-audit: 2",
    ]);
  });

  describe.each([
    [openReports, 0],
    [policyReports, 1],
  ] as const)("$name with strict validation", (definition, index) => {
    const kind = reportKinds[index];
    const created = async (report: object): Promise<number> => {
      const path = `/apis/${definition.apiVersion}/namespaces/team-c/${definition.resource}`;
      const { status } = await world.api.call("POST", `${path}?fieldValidation=Strict`, { body: report });
      await world.api.call("DELETE", `${path}/lease-guard-audit`);
      return status;
    };
    const reportOf = (result: AuditResult): ReportObject => {
      const [report] = kind === undefined ? [] : reportObjects(result, kind);
      if (report === undefined) throw new Error("there must be a report");
      return report;
    };
    beforeAll(() => (index === 0 ? undefined : serve(world, definition)));

    it.each([
      [
        "each severity",
        (["error", "warning", "info"] as const).map((severity) => finding({ severity, remedy: "kubectl delete" })),
      ],
      ["hostile strings", [finding({ origin: hostile, field: hostile, message: hostile, remedy: hostile })]],
      ["the largest report", Array.from({ length: 2000 }, () => finding({ message: "ä".repeat(2000) }))],
    ])("the API server accepts %s", async (_, findings) => {
      expect(await created(reportOf(auditOf([lease({ namespace: "team-c", findings })])))).toBe(201);
    });

    it("the API server rejects an unknown field", async () => {
      expect(await created({ ...reportOf(withFindings("team-c")), resluts: [] })).toBe(400);
    });
  });

  it("the command audits the cluster and writes the reports with the permissions of the CronJob", async () => {
    const spec = {
      holderIdentity: "a",
      leaseDurationSeconds: 2_000_000_000,
      renewTime: "2026-01-01T00:00:00.000000Z",
      acquireTime: "2026-01-01T00:00:00.000000Z",
    };
    const path = "/apis/coordination.k8s.io/v1/namespaces/team-a/leases";
    expectStatus(201, await world.api.call("POST", path, { body: { metadata: { name: "blocked" }, spec } }));
    await world.api.call("DELETE", `/apis/${openReports.apiVersion}/namespaces/team-a/reports/lease-guard-audit`);
    const args = ["audit", `--kubeconfig=${kubeconfig}`, "--min-age=0s", "--write-reports"];
    const outcome = await run(process.execPath, [cli, ...args]);
    expect(outcome).toMatchObject({ status: 1, stderr: "wrote 1 Report, deleted 1\n" });
    expect(outcome.stdout).toContain("audit/election-blocked");
    expect(outcome.stdout).not.toContain("not read");
    expect(await stored(openReports)).toEqual([
      "team-a/another: 0",
      expect.stringMatching(/^team-a\/lease-guard-audit: [1-9]/),
    ]);
    expect(await run(process.execPath, [cli, ...args, "--fail-on=never"])).toMatchObject({ status: 0 });
  });

  it.each([
    ["update", "coordination.k8s.io", "leases"],
    ["delete", "coordination.k8s.io", "leases"],
    ["get", "", "pods"],
    ["list", "", "secrets"],
    ["update", "openreports.io", "clusterreports"],
    ["deletecollection", "openreports.io", "reports"],
  ])("the CronJob cannot %s %s/%s", async (verb, group, resource) => {
    expect(await may(verb, group, resource)).toBe(false);
  });

  it.each([
    ["list", "coordination.k8s.io", "leases"],
    ["list", "coordination.k8s.io", "leasecandidates"],
    ["list", "", "pods"],
    ["list", "", "nodes"],
  ])("the CronJob can %s %s/%s", async (verb, group, resource) => {
    expect(await may(verb, group, resource)).toBe(true);
  });
});
