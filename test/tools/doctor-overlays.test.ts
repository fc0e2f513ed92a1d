import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { textAt } from "../../src/core/api/fields.ts";
import { diagnose } from "../../src/doctor/diagnose.ts";
import type { SnapshotKind } from "../../src/installation/snapshot.ts";
import { type Changeable, goodCluster, options } from "../harness/doctor-cluster.ts";
import { writeExample } from "../harness/overlays-example.ts";
import type { KubernetesObject } from "../manifests/base.ts";
import { rendered, renderedIn, renderedOverlay, renderedTogether } from "./rendered-overlay.ts";

/**
 * Returns the findings of the doctor about a good cluster in which rendered objects replace the
 * objects of the same kind and name.
 */
function findingsOf(rendered: readonly KubernetesObject[]): readonly string[] {
  const cluster = goodCluster();
  const bundle = (cluster.find("ValidatingWebhookConfiguration")["webhooks"] as readonly Changeable[])[0]?.[
    "clientConfig"
  ] as Changeable;
  for (const object of rendered) {
    const { kind, metadata } = object;
    const at = cluster.objects.findIndex(
      (each) => each["kind"] === kind && (each["metadata"] as Changeable)["name"] === metadata.name,
    );
    cluster.objects.splice(
      at === -1 ? cluster.objects.length : at,
      at === -1 ? 0 : 1,
      structuredClone(object) as unknown as Changeable,
    );
  }
  for (const index of [0, 1])
    cluster.set("ValidatingWebhookConfiguration", ["webhooks", index, "clientConfig", "caBundle"], bundle["caBundle"]);
  return diagnose(cluster.snapshot(), options).findings.map(({ id, field, message }) => `${id} ${field}: ${message}`);
}

const isInstalled = ({ metadata }: Changeable): boolean =>
  [(metadata as Changeable)["namespace"], (metadata as Changeable)["name"]].includes("lease-guard");

/** Returns the findings of the doctor about objects that were rendered for the namespace `guard`. */
function findingsInGuard(objects: readonly KubernetesObject[]): readonly string[] {
  const service = objects.find(({ kind }) => kind === "Service")?.metadata.name ?? "";
  const cluster = goodCluster();
  const bundle = textAt(cluster.find("ValidatingWebhookConfiguration"), "webhooks", 0, "clientConfig", "caBundle");
  for (const kind of new Set(objects.map(({ kind }) => kind))) {
    const others = cluster.objects.filter((each) => each["kind"] === kind && !isInstalled(each));
    cluster.remove(kind as SnapshotKind);
    for (const each of others) cluster.add(each);
  }
  for (const object of objects) cluster.add(structuredClone(object) as unknown as Changeable);
  for (const { metadata } of cluster.objects)
    if ((metadata as Changeable)["namespace"] === "lease-guard") (metadata as Changeable)["namespace"] = "guard";
  cluster.set("EndpointSlice", ["metadata", "labels", "kubernetes.io/service-name"], service);
  cluster.set("Deployment", ["status"], { replicas: 2, availableReplicas: 2 });
  for (const index of [0, 1])
    cluster.set("ValidatingWebhookConfiguration", ["webhooks", index, "clientConfig", "caBundle"], bundle);
  const { findings } = diagnose(cluster.snapshot(), options);
  return findings.map(({ id, field, message }) => `${id} ${field}: ${message}`);
}

const exclude = "namespaceSelector: must exclude guard";
const flags = ["--service=east-lease-guard", "--webhook-configuration=east-lease-guard"];
const patch = flags.map((value) => ({
  op: "add",
  path: "/spec/jobTemplate/spec/template/spec/containers/0/args/-",
  value,
}));

describe("kustomize's namespace and namePrefix", () => {
  it.each([
    ["self-managed", {}, []],
    ["openshift", {}, []],
    ["cert-manager", {}, ["inject-ca-from]: must name a Certificate in guard"]],
    ["self-managed", { namePrefix: "east-" }, flags.map((flag) => `args: must contain ${flag}`)],
    [
      "self-managed",
      { namePrefix: "east-", patches: [{ target: { kind: "CronJob" }, patch: JSON.stringify(patch) }] },
      [
        "serviceAccountName: must be a ServiceAccount that may get validatingwebhookconfigurations/east-lease-guard and patch validatingwebhookconfigurations/east-lease-guard",
      ],
    ],
  ])("of the overlay %s with %j leave places that the doctor finds", (overlay, fields, others) => {
    const findings = findingsInGuard(renderedIn(overlay, { namespace: "guard", ...fields }));
    const wanted = [exclude, exclude, ...others];
    const named = findings.map((finding) => wanted.find((each) => finding.includes(each)) ?? finding);
    expect(named.toSorted()).toEqual(wanted.toSorted());
  });

  it("leave no such place in the kustomization of the page", () => {
    const folder = writeExample();
    onTestFinished(() => rmSync(folder, { recursive: true }));
    expect(findingsInGuard(rendered(join(folder, "deploy-east")))).toEqual([]);
  });
});

describe("an installation without findings", () => {
  it.each(["self-managed", "cert-manager", "openshift"])("overlay %s", (name) => {
    expect(findingsOf(renderedOverlay(name))).toEqual([]);
  });

  it.each([
    ["fail-closed"],
    ["deletions"],
    ["plain-renewals"],
    ["every-namespace"],
    ["policies"],
    ["monitoring"],
    ["elections-monitoring"],
    ["every-namespace", "plain-renewals", "deletions"],
    ["cert-manager", "fail-closed"],
  ])("components %s %s %s", (...names) => {
    expect(findingsOf(renderedTogether(names.map((name) => `components/${name}`)))).toEqual([]);
  });

  it("has findings if a component fails closed in every namespace", () => {
    const findings = findingsOf(renderedTogether(["components/every-namespace", "components/fail-closed"]));
    expect(findings.map((finding) => finding.split(" ")[0])).toEqual(
      Array.from({ length: 2 }, () => "doctor/system-namespaces-excluded"),
    );
  });
});
