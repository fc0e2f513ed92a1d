import { expect, it } from "vitest";
import type { DoctorCluster } from "../../harness/doctor-cluster.ts";
import { diagnosed, failsClosed, testPlanted, webhook } from "../../harness/planted.ts";

function selectorOf(selector: unknown): (cluster: DoctorCluster) => void {
  return (cluster) => {
    failsClosed(cluster);
    cluster.set("PodDisruptionBudget", ["spec", "selector"], selector);
  };
}

const component = (operator: string) => ({ key: "app.kubernetes.io/component", operator, values: ["webhook"] });

it.each([
  ["matchLabels", { matchLabels: { "app.kubernetes.io/name": "lease-guard" } }],
  ["matchExpressions", { matchExpressions: [component("In")] }],
  ["no requirements", {}],
])("accepts a PodDisruptionBudget whose selector has %s", (_, selector) => {
  expect(diagnosed({ plant: selectorOf(selector) }).findings).toEqual([]);
});

/**
 * Returns a change after which the webhooks fail closed, with three replicas. The change also sets
 * `minAvailable` and `maxUnavailable` of the PodDisruptionBudget to the values in `budget`, and
 * removes absent ones.
 */
function budgetOf(budget: { readonly minAvailable?: number | string; readonly maxUnavailable?: number | string }) {
  return (cluster: DoctorCluster) => {
    failsClosed(cluster);
    for (const field of ["minAvailable", "maxUnavailable"] as const)
      cluster.set("PodDisruptionBudget", ["spec", field], budget[field]);
  };
}

it.each([{ minAvailable: "66%" }, { minAvailable: 1 }, { maxUnavailable: 2 }, { maxUnavailable: "34%" }])(
  "accepts %j",
  (budget) => {
    expect(diagnosed({ plant: budgetOf(budget) }).findings).toEqual([]);
  },
);

/** Returns a HorizontalPodAutoscaler of the Deployment of lease-guard. */
const autoscaler = (minReplicas: number | undefined) => ({
  kind: "HorizontalPodAutoscaler",
  metadata: { name: "lease-guard", namespace: "lease-guard" },
  spec: { scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "lease-guard" }, minReplicas },
});

it("accepts a Deployment without replicas under a HorizontalPodAutoscaler of two pods", () => {
  const plant = (cluster: DoctorCluster): void => {
    cluster.set("Deployment", ["spec", "replicas"], undefined);
    cluster.add(autoscaler(2));
  };
  expect(diagnosed({ plant }).findings).toEqual([]);
});

testPlanted({
  "minReplicas: absent in the HorizontalPodAutoscaler of two pods": {
    plant: (cluster) => cluster.add(autoscaler(undefined)),
    finds: ["doctor/replicas-enough", "warning", "spec.minReplicas"],
    says: "minReplicas: 2",
  },
  "failurePolicy: Fail with a budget of all pods that a HorizontalPodAutoscaler keeps": {
    plant: (cluster) => {
      failsClosed(cluster);
      cluster.add(autoscaler(2));
    },
    finds: ["doctor/disruption-budget", "warning", "spec.minAvailable"],
    says: "minAvailable: 1",
  },
  "failurePolicy: Fail with one replica": {
    plant: (cluster) => {
      failsClosed(cluster);
      cluster.set("Deployment", ["spec", "replicas"], 1);
      cluster.set("PodDisruptionBudget", ["spec", "minAvailable"], "50%");
    },
    finds: ["doctor/replicas-enough", "error", "spec.replicas"],
  },
  "failurePolicy: Fail without a PodDisruptionBudget": {
    plant: (cluster) => {
      failsClosed(cluster);
      cluster.remove("PodDisruptionBudget");
    },
    finds: ["doctor/disruption-budget", "warning", ""],
  },
  "failurePolicy: Fail with a budget that blocks drains": {
    plant: (cluster) => {
      failsClosed(cluster);
      cluster.set("PodDisruptionBudget", ["spec", "minAvailable"], 3);
    },
    finds: ["doctor/disruption-budget", "warning", "spec.minAvailable"],
  },
  "failurePolicy: Fail with a budget of all pods": {
    plant: budgetOf({ minAvailable: "67%" }),
    finds: ["doctor/disruption-budget", "warning", "spec.minAvailable"],
    says: "minAvailable: 2",
  },
  "failurePolicy: Fail with a budget of no pod": {
    plant: budgetOf({ minAvailable: "0%" }),
    finds: ["doctor/disruption-budget", "warning", "spec.minAvailable"],
    says: "minAvailable: 1",
  },
  "failurePolicy: Fail with an empty budget": {
    plant: budgetOf({}),
    finds: ["doctor/disruption-budget", "warning", "spec.minAvailable"],
    says: "minAvailable: 1",
  },
  "failurePolicy: Fail with a budget that evicts no pod": {
    plant: budgetOf({ maxUnavailable: 0 }),
    finds: ["doctor/disruption-budget", "warning", "spec.maxUnavailable"],
    says: "no node can otherwise be drained",
  },
  "failurePolicy: Fail with a budget that evicts all pods": {
    plant: budgetOf({ maxUnavailable: "67%" }),
    finds: ["doctor/disruption-budget", "warning", "spec.maxUnavailable"],
    says: "a node drain can otherwise evict all pods",
  },
  "failurePolicy: Fail with a budget without a selector": {
    plant: selectorOf(undefined),
    finds: ["doctor/disruption-budget", "warning", ""],
  },
  "failurePolicy: Fail with a budget whose expression selects other pods": {
    plant: selectorOf({
      matchLabels: { "app.kubernetes.io/name": "lease-guard" },
      matchExpressions: [component("NotIn")],
    }),
    finds: ["doctor/disruption-budget", "warning", ""],
  },
  "timeoutSeconds: longer than the renew deadline": {
    plant: (cluster) => cluster.set(webhook, ["webhooks", 0, "timeoutSeconds"], undefined),
    options: { renewDeadlineSeconds: 8 },
    finds: ["doctor/timeout-within-budget", "warning", "webhooks[0].timeoutSeconds"],
    says: "at most 2, not 10",
  },
  "timeoutSeconds: too long for a shorter Lease": {
    plant: (cluster) => {
      cluster.set(webhook, ["webhooks", 1, "timeoutSeconds"], 1);
      cluster.set("Lease", ["spec", "leaseDurationSeconds"], 6);
    },
    finds: ["doctor/timeout-within-budget", "info", "webhooks[0].timeoutSeconds"],
    says: "two thirds of the shortest leaseDurationSeconds, 6 of Lease team-a/controller",
  },
  "replicas: one": {
    plant: (cluster) => cluster.set("Deployment", ["spec", "replicas"], 1),
    finds: ["doctor/replicas-enough", "warning", "spec.replicas"],
  },
  "replicas: one is not available": {
    plant: (cluster) => cluster.set("Deployment", ["status", "availableReplicas"], 1),
    finds: ["doctor/replicas-available", "warning", "status.availableReplicas"],
  },
});
