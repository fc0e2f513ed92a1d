import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../harness/cli.ts";
import { fencedObjects } from "../harness/fenced-objects.ts";
import { plantLease } from "./harness/audited-cluster.ts";
import { installOverlay } from "./harness/certificate-runs.ts";
import { createReplicas, installation, moveService } from "./harness/doctor-replicas.ts";
import { kubeconfigAs } from "./harness/impersonation.ts";
import { runInPod } from "./harness/in-pod.ts";
import { fromNow } from "./harness/lease-spec.ts";
import { type Found, plant } from "./harness/plant.ts";
import { type Pods, podsOf } from "./harness/pods.ts";
import { applyRolesOf, deniedRequests, readOnlyCommands, roleRights, withoutRight } from "./harness/read-only-roles.ts";
import { plantUnstarted } from "./harness/ready-pod.ts";
import { registrationsPath } from "./harness/registration.ts";
import { newest } from "./harness/release.ts";
import { type ServiceNetwork, startServiceNetwork } from "./harness/service-network.ts";
import { expectStatus, startWorld, type World } from "./harness/world.ts";
import { differingReplica } from "./scenarios/differing-replica.ts";
import { doctorFaults } from "./scenarios/doctor-faults.ts";
import { type DoctorFinding, foreignWebhooks } from "./scenarios/foreign-webhooks.ts";

interface Report {
  readonly summary: Readonly<Record<string, number>>;
  readonly findings: readonly DoctorFinding[];
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
  const foundIn = ({ findings }: Report): readonly Found[] =>
    findings.map(({ check, object, field }) => [check, object ? `${object.kind} ${object.name}` : "", field]);

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

  it("finds a name of another program before the installation", async () => {
    const undo = await plant(world(), [{ path: registrationsPath, create: { metadata: { name: "lease-guard" } } }]);
    const { report } = await doctor(["--preflight"]);
    await undo();
    expect(foundIn(report)).toEqual([
      ["doctor/names-free", "ValidatingWebhookConfiguration lease-guard", "metadata.name"],
    ]);
  });

  it("finds the rights that a user lacks before the installation", async () => {
    const { report } = await doctor(["--preflight"], kubeconfigAs(world(), "jane"));
    expect(new Set(foundIn(report).map(([check]) => check))).toEqual(new Set(["doctor/rights-to-install"]));
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

  it("reaches lease-guard with a probe, and stores nothing", async () => {
    const { report } = await doctor(["--probe"]);
    expect(report.checks.find(({ id }) => id === "doctor/probe-validated")).toMatchObject({ status: "passed" });
    const { body } = await world().api.call("GET", "/apis/coordination.k8s.io/v1/namespaces/default/leases");
    expect(body).toMatchObject({ items: [] });
  });

  it("does not know the certificate and the loaded policy without --connect", async () => {
    const { report } = await doctor();
    const unknown = report.checks.filter(({ status }) => status === "unknown").map(({ id }) => id);
    expect(unknown).toEqual(["doctor/ca-bundle-verifies", "doctor/certificate-not-expiring", "doctor/policy-loaded"]);
  });

  describe("with one misconfiguration", () => {
    doctorFaults({
      world,
      found: async () => foundIn((await connected()).report),
      remount: async () => pods?.reconcile(),
    });
  });

  describe("with webhooks of other programs", () => {
    foreignWebhooks(world, async () => (await connected()).report.findings);
  });

  describe("with two replicas", () => {
    differingReplica({
      world,
      network: () => network as ServiceNetwork,
      health: () => pods?.ports().health ?? 0,
      findings: async () => (await connected()).report.findings,
    });
  });

  it("names what a user without permissions may not read", async () => {
    const { code, report } = await doctor(["--connect"], kubeconfigAs(world(), "jane"));
    expect(report.unread.map(({ resource }) => resource)).toContain(
      "validatingwebhookconfigurations.admissionregistration.k8s.io",
    );
    expect({ code, findings: report.findings }).toEqual({ code: 0, findings: [] });
  });

  describe("the roles of manifests/rbac", () => {
    // The audit reads events, owners, roles, and bindings only if there are such Leases.
    beforeAll(async () => {
      const spec = { holderIdentity: "replica-0", leaseDurationSeconds: 15, renewTime: fromNow(-9000) };
      await plantLease(world(), ["lease-guard", "hung"], spec);
      const held = { ...spec, leaseDurationSeconds: 3600, renewTime: fromNow(0) };
      const ownerReferences = ["Deployment", "ReplicaSet", "StatefulSet", "DaemonSet"].map((kind) => ({
        ...{ apiVersion: "apps/v1", kind, name: "controller", uid: "5cd04d5e-0d2c-4a3b-9a51-3f7c1c7f2b6e" },
      }));
      await plantLease(world(), ["lease-guard", "owned"], held, { ownerReferences });
      await plantUnstarted(world(), await world().newNamespace());
      await plantLease(world(), ["lease-guard", "controller"], held);
      const lease = { namespace: "lease-guard", name: "controller" };
      for (const object of fencedObjects("warn", lease)) {
        const plural = object.kind === "ValidatingAdmissionPolicy" ? "validatingadmissionpolicies" : `${object.kind}s`;
        const path = `/apis/admissionregistration.k8s.io/v1/${plural.toLowerCase()}`;
        expectStatus(201, await world().api.call("POST", path, { body: object }));
      }
    });

    it.each(Object.entries(readOnlyCommands))("are all that %s needs", async (_, command) => {
      expect(await deniedRequests(world(), command)).not.toEqual([]);
      await applyRolesOf(world(), command);
      await expect.poll(() => deniedRequests(world(), command), { timeout: 20_000 }).toEqual([]);
    });

    it("let the doctor pass all checks except that of the certificate", async () => {
      const { report } = await doctor(["--connect"], kubeconfigAs(world(), readOnlyCommands.doctor.user));
      expect(report).toMatchObject({ findings: [], unread: [] });
      const undecided = report.checks.filter(({ status }) => status !== "passed");
      expect(undecided.map(({ id }) => id)).toEqual(["doctor/ca-bundle-verifies"]);
    });

    it("let elections --guarantee read what protects an election, as an administrator can", async () => {
      const kubeconfig = join(world().folder, "kubeconfig.json");
      const flags = ["--renew-deadline", "10s", "--retry-period", "2s", "--clock-skew", "2s", "--write-latency", "1s"];
      const args = ["elections", "--kubeconfig", kubeconfig, "--guarantee", "--fail-on", "never", "-o", "json"];
      const { stdout } = await runCli([...args, ...flags]);
      const { elections } = JSON.parse(stdout) as {
        readonly elections: readonly {
          readonly name: string;
          readonly guarantee: { readonly hypotheses: readonly Readonly<Record<"id" | "status" | "reason", string>>[] };
        }[];
      };
      const { hypotheses } = elections.find(({ name }) => name === "controller")?.guarantee ?? { hypotheses: [] };
      expect(hypotheses.map(({ id, status }) => [id, status])).toEqual([
        ["writes-sent", "fails"],
        ["rules-deny", "fails"],
        ["fails-closed", "fails"],
        ["tokens-bound", "not known"],
        ["holder-named", "fails"],
        ["collector-known", "not known"],
        ["clients-elect", "holds"],
        ["clocks-agree", "holds"],
        ["deadline-early", "fails"],
      ]);
      expect(hypotheses[0]?.reason).toBe("no webhook of lease-guard gets DELETE of Leases");
    });

    it.each(roleRights())("are all used: $verb $resource in $role", async (right) => {
      const denied = [`${right.verb} ${right.resource}`];
      await withoutRight(world(), right, () =>
        expect.poll(() => deniedRequests(world(), right.command), { timeout: 20_000 }).toEqual(denied),
      );
    });

    it("let the doctor pass all checks in a pod, where it reads the certificate from the Service", async () => {
      const [namespace, serviceAccount] = ["lease-guard", "doctor"];
      const user = `system:serviceaccount:${namespace}:${serviceAccount}`;
      const body = { metadata: { name: serviceAccount } };
      expectStatus(201, await world().api.call("POST", installation("api/v1", "serviceaccounts"), { body }));
      const command = { ...readOnlyCommands.doctor, user };
      await applyRolesOf(world(), command);
      await expect.poll(() => deniedRequests(world(), command), { timeout: 20_000 }).toEqual([]);
      await moveService(world(), pods?.ports().https ?? 0);
      const { stdout, stderr } = await runInPod(world(), ["doctor", "--connect", "-o", "json"], {
        namespace,
        serviceAccount,
        hosts: ["lease-guard.lease-guard.svc"],
      });
      expect(stderr).toBe("");
      const report = JSON.parse(stdout) as Report;
      expect(report).toMatchObject({ findings: [], unread: [] });
      expect(report.checks.filter(({ status }) => status !== "passed")).toEqual([]);
    });
  });
});
