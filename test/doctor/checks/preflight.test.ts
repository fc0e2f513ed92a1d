import { expect, test } from "vitest";
import type { Right } from "../../../src/installation/snapshot.ts";
import type { Changeable, DoctorCluster } from "../../harness/doctor-cluster.ts";
import { type Changes, diagnosed, testPlanted } from "../../harness/planted.ts";

const served = new Set([
  "admissionregistration.k8s.io/v1 validatingwebhookconfigurations",
  "apps/v1 deployments",
  "coordination.k8s.io/v1 leases",
  "networking.k8s.io/v1 networkpolicies",
  "policy/v1 poddisruptionbudgets",
]);
const right: Right = { verb: "create", resource: "secrets", isAllowed: true };

/** Returns a change that removes the objects of lease-guard and then applies `change`. */
const before =
  (change: (cluster: DoctorCluster) => void = () => undefined) =>
  (cluster: DoctorCluster): void => {
    const isOwn = ({ metadata }: Changeable) =>
      [(metadata as Changeable)["name"], (metadata as Changeable)["namespace"]].includes("lease-guard");
    cluster.objects.splice(0, cluster.objects.length, ...cluster.objects.filter((object) => !isOwn(object)));
    change(cluster);
  };

const preflight: Changes = {
  plant: before(),
  facts: () => ({ served, rights: [right] }),
  options: { isPreflight: true },
};

test("an empty cluster is ready for an installation", () => {
  const { findings, checks } = diagnosed(preflight);
  expect(findings).toEqual([]);
  expect(checks.filter(({ status }) => status !== "passed")).toEqual([]);
  expect(checks.map(({ id }) => id)).toContain("doctor/other-webhooks-fail-open");
  expect(checks.map(({ id }) => id)).not.toContain("doctor/webhook-registered");
});

const namespace: Changeable = { kind: "Namespace", metadata: { name: "lease-guard" } };

test("the empty namespace that helm has just created is free", () => {
  expect(diagnosed({ ...preflight, plant: before(({ add }) => add(namespace)) }).findings).toEqual([]);
});

testPlanted({
  "an API is not served": {
    ...preflight,
    facts: () => ({ served: new Set([...served].filter((each) => !each.startsWith("policy/"))), rights: [right] }),
    finds: ["doctor/apis-served", "error", ""],
    says: "policy/v1 poddisruptionbudgets",
  },
  "a right is missing": {
    ...preflight,
    facts: () => ({ served, rights: [right, { verb: "create", resource: "deployments.apps", isAllowed: false }] }),
    finds: ["doctor/rights-to-install", "error", ""],
    says: "deployments.apps",
  },
  "another program has the name": {
    ...preflight,
    plant: before(({ add }) => {
      add(namespace);
      add({ kind: "Pod", metadata: { name: "other", namespace: "lease-guard" } });
    }),
    finds: ["doctor/names-free", "error", "metadata.name"],
  },
  "an earlier installation exists": {
    ...preflight,
    plant: before(({ add }) =>
      add({
        kind: "ValidatingWebhookConfiguration",
        metadata: { name: "lease-guard", labels: { "app.kubernetes.io/name": "lease-guard" } },
      }),
    ),
    finds: ["doctor/names-free", "info", "metadata.name"],
  },
});
