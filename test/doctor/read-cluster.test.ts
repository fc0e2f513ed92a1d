import { describe, expect, it } from "vitest";
import type { ApiServer } from "../../src/cluster/api-server.ts";
import { ClusterError } from "../../src/cluster/cluster-error.ts";
import { readCluster } from "../../src/doctor/read-cluster.ts";
import { goodCluster } from "../harness/doctor-cluster.ts";
import { streamed } from "../harness/streamed-server.ts";

const date = new Date("2026-07-01T08:00:00Z");
const shown: string[] = [];
const progress = { show: (text: () => string): number => shown.push(text()), clear: () => {} };
const reading = { isPreflight: false, isConnecting: false, serviceAddress: undefined, namespace: undefined, progress };
const plurals: Readonly<Record<string, string>> = {
  ValidatingWebhookConfiguration: "validatingwebhookconfigurations",
  Service: "namespaces/lease-guard/services",
  Deployment: "namespaces/lease-guard/deployments",
};

/**
 * Returns an API server with the objects of the good cluster. It responds with `status` to paths
 * that end with an element of `denied`.
 */
function server(denied: readonly string[], status = 403): { readonly api: ApiServer; readonly paths: string[] } {
  const paths: string[] = [];
  const { objects } = goodCluster();
  const api: ApiServer = async ({ path }) => {
    const [name = ""] = path.split("?");
    paths.push(name);
    if (denied.some((end) => name.endsWith(end))) throw new ClusterError("forbidden", { status });
    if (name === "/version") return { body: { gitVersion: "v1.36.4" }, date };
    const kind = Object.keys(plurals).find((each) => name.endsWith(`/${plurals[each]}`));
    return {
      body: {
        kind: "List",
        items: objects.filter((object) => object["kind"] === kind).map(({ kind: _, ...rest }) => rest),
      },
      date,
    };
  };
  return { api: streamed(api), paths };
}

describe("a cluster", () => {
  it("is read with its version and the objects in the namespace of the Service", async () => {
    const { api, paths } = server([]);
    const { snapshot, date: at } = await readCluster(api, reading);
    expect({ version: snapshot.serverVersion, at, unread: snapshot.unread }).toEqual({
      version: "v1.36.4",
      at: date,
      unread: [],
    });
    expect(snapshot.objects.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      "ValidatingWebhookConfiguration lease-guard",
      "Service lease-guard",
      "Deployment lease-guard",
      "ConfigMap ",
    ]);
    expect(paths).toContain("/api/v1/namespaces/lease-guard/configmaps/lease-guard-policy");
    expect(paths.filter((path) => path.includes("secret"))).toEqual([]);
    expect(shown).toContain("reading validatingwebhookconfigurations: 1 object");
  });

  it.each([
    [["/validatingwebhookconfigurations"], ["validatingwebhookconfigurations.admissionregistration.k8s.io"]],
    [
      ["/pods", "/configmaps/lease-guard-policy"],
      ["pods", "configmaps"],
    ],
    [
      ["/version", "/coordination.k8s.io"],
      ["/version", "/apis"],
    ],
  ])("is read without %j", async (denied, resources) => {
    const { snapshot } = await readCluster(server(denied).api, reading);
    expect(snapshot.unread).toEqual(resources.map((resource) => ({ resource, reason: "forbidden" })));
    expect(snapshot.read.has("Namespace")).toBe(true);
    expect(snapshot.read.has("Pod")).toBe(!resources.includes("pods"));
  });

  it("has no policy if the ConfigMap does not exist", async () => {
    const { snapshot } = await readCluster(server(["/configmaps/lease-guard-policy"], 404).api, reading);
    expect(snapshot.unread).toEqual([]);
    expect(snapshot.read.has("ConfigMap")).toBe(true);
  });

  it.each([
    [[], ["v1"]],
    [["v1"], ["v1", "v1beta1"]],
    [
      ["v1", "v1beta1"],
      ["v1", "v1beta1", "v1alpha1"],
    ],
    [
      ["v1", "v1beta1", "v1alpha1"],
      ["v1", "v1beta1", "v1alpha1"],
    ],
  ])("has the MutatingAdmissionPolicies of the newest served version, without %j", async (missing, read) => {
    const paths = (version: string) => `/apis/admissionregistration.k8s.io/${version}/mutatingadmissionpolicies`;
    const { api, paths: asked } = server(missing.map(paths), 404);
    const { snapshot } = await readCluster(api, reading);
    expect(asked.filter((path) => path.endsWith("/mutatingadmissionpolicies"))).toEqual(read.map(paths));
    expect(snapshot.read.has("MutatingAdmissionPolicy")).toBe(true);
    expect(snapshot.unread).toEqual([]);
  });

  it("does not know the MutatingAdmissionPolicies if the user may not read them", async () => {
    const { snapshot } = await readCluster(server(["/mutatingadmissionpolicies"]).api, reading);
    expect(snapshot.read.has("MutatingAdmissionPolicy")).toBe(false);
    expect(snapshot.unread).toEqual([
      { resource: "mutatingadmissionpolicies.admissionregistration.k8s.io", reason: "forbidden" },
    ]);
  });

  it("is read in the chosen namespace if no webhook calls a Service", async () => {
    const { api, paths } = server(["/validatingwebhookconfigurations"]);
    await readCluster(api, { ...reading, namespace: "guards" });
    expect(paths).toEqual(
      expect.arrayContaining(["/apis/apps/v1/namespaces/guards/deployments", "/api/v1/namespaces/guards/services"]),
    );
    expect(paths.filter((path) => path.includes("/namespaces/lease-guard/"))).toEqual([]);
  });

  it("is read in the namespace of the Service, even if another one is chosen", async () => {
    const { api, paths } = server([]);
    await readCluster(api, { ...reading, namespace: "guards" });
    expect(paths.filter((path) => path.includes("/namespaces/guards/"))).toEqual([]);
  });

  it("is not read by an unknown user", async () => {
    await expect(readCluster(server(["/version"], 401).api, reading)).rejects.toThrow("forbidden");
  });

  it("is asked about the permissions of the user only before an installation", async () => {
    const { api, paths } = server([]);
    await readCluster(api, reading);
    expect(paths).not.toContain("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews");
    const { snapshot } = await readCluster(api, { ...reading, isPreflight: true });
    expect(snapshot.rights?.map(({ isAllowed }) => isAllowed)).toEqual(Array.from({ length: 8 }, () => false));
  });
});
