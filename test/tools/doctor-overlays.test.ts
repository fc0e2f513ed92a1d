import { describe, expect, it } from "vitest";
import { diagnose } from "../../src/doctor/diagnose.ts";
import { type Changeable, goodCluster, options } from "../harness/doctor-cluster.ts";
import type { KubernetesObject } from "../manifests/base.ts";
import { renderedOverlay, renderedTogether } from "./rendered-overlay.ts";

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
