import { expect, it } from "vitest";
import { auditReports } from "../../../src/audit/reports/reports.ts";
import { doctorReports } from "../../../src/doctor/reports/reports.ts";
import { runCli } from "../../harness/cli.ts";
import { type AuditReport, auditReport, originsOf, runAudit } from "../harness/audited-cluster.ts";
import { kubeconfigFor } from "../harness/kubeconfig.ts";
import type { World } from "../harness/world.ts";

/** The cluster must contain a Lease that a client holds, and that a Deployment owns. */
const unreadable = ["leasecandidates.coordination.k8s.io", "pods", "nodes", "events", "deployments.apps"];
const resourcesOf = ({ unread }: AuditReport): readonly string[] => unread.map(({ resource }) => resource);

/**
 * Tests `audit` and `doctor` with service accounts that may only list Leases, in all namespaces or
 * in the namespace of `team`. The namespace must contain a Lease that blocks its election.
 */
export function forbiddenReads(world: () => World, team: () => string): void {
  /** Creates a service account with the right to list Leases, and returns its token. */
  const listerOf = async (name: string, kind: "role" | "clusterrole"): Promise<string> => {
    const [namespace, right] = [`--namespace=${team()}`, ["--verb=list", "--resource=leases.coordination.k8s.io"]];
    const account = `--serviceaccount=${team()}:${name}`;
    for (const command of [
      ["create", "serviceaccount", name, namespace],
      ["create", kind, name, ...right, ...(kind === "role" ? [namespace] : [])],
      ["create", `${kind}binding`, name, `--${kind}=${name}`, account, ...(kind === "role" ? [namespace] : [])],
    ])
      expect(await world().kubectl(command)).toMatchObject({ status: 0 });
    return (await world().kubectl(["create", "token", name, namespace])).stdout.trim();
  };

  it("names what a user must not read, and audits the rest without printing the token of the user", async () => {
    const token = await listerOf("lister", "clusterrole");
    expect(token.length).toBeGreaterThan(100);
    const kubeconfig = kubeconfigFor(world(), "lister.json", { token });
    const report = await auditReport(world(), [], kubeconfig);
    expect(resourcesOf(report)).toEqual(unreadable);
    expect(report.summary.leases).toBeGreaterThan(200);
    for (const format of Object.keys(auditReports)) {
      const { status, stdout, stderr } = await runAudit(world(), ["-o", format, "--fail-on", "never"], kubeconfig);
      expect({ format, status, printsToken: (stdout + stderr).includes(token) }).toEqual({
        format,
        status: 0,
        printsToken: false,
      });
      if (format === "text")
        for (const resource of ["leasecandidates", "pods", "nodes"])
          expect(stdout).toContain(`cannot list resource "${resource}"`);
    }
    for (const format of Object.keys(doctorReports)) {
      const { code, stdout, stderr } = await runCli(["doctor", "--connect", "-o", format, "--kubeconfig", kubeconfig]);
      expect({ format, code, printsToken: (stdout + stderr).includes(token) }).toEqual({
        format,
        code: 0,
        printsToken: false,
      });
      if (format === "text") expect(stdout).toContain('cannot list resource "validatingwebhookconfigurations"');
    }
  });

  it("audits one namespace for a user who must not read the others", async () => {
    const token = await listerOf("auditor", "role");
    const kubeconfig = kubeconfigFor(world(), "auditor.json", { token });
    const report = await auditReport(world(), ["-n", team()], kubeconfig);
    expect(resourcesOf(report)).toEqual(unreadable);
    expect(Object.values(originsOf(report)).flat()).toContain("audit/election-blocked");
    const { status, stdout, stderr } = await runAudit(world(), [], kubeconfig);
    expect({ status, stdout, printsToken: stderr.includes(token) }).toEqual({
      status: 2,
      stdout: "",
      printsToken: false,
    });
    expect(stderr).toMatch(/^error: the API server responded with 403/);
  });
}
