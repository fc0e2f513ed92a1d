import { expect, test } from "vitest";
import { diagnosed, inBoth, testPlanted, webhook } from "../../harness/planted.ts";

testPlanted({
  "webhooks: no configuration": {
    plant: (cluster) => cluster.remove(webhook),
    finds: ["doctor/webhook-registered", "error", ""],
    says: "kubectl apply -k",
  },
  "webhooks: a second configuration": {
    plant: (cluster) => {
      const copy = structuredClone(cluster.find(webhook));
      cluster.add({ ...copy, metadata: { ...(copy["metadata"] as object), name: "lease-guard-old" } });
    },
    finds: ["doctor/registered-once", "warning", ""],
    says: "kubectl delete validatingwebhookconfiguration lease-guard-old",
  },
  "webhooks: a second configuration with an earlier name": {
    plant: (cluster) => {
      const copy = structuredClone(cluster.find(webhook));
      cluster.objects.unshift({ ...copy, metadata: { ...(copy["metadata"] as object), name: "guard" } });
    },
    finds: ["doctor/registered-once", "warning", ""],
    says: "kubectl delete validatingwebhookconfiguration guard",
  },
  "sideEffects: Some": {
    plant: inBoth(["sideEffects"], "Some"),
    finds: ["doctor/side-effects-none", "error", "webhooks[0].sideEffects"],
  },
  "admissionReviewVersions: without v1": {
    plant: inBoth(["admissionReviewVersions"], ["v1beta2"]),
    finds: ["doctor/review-versions-known", "error", "webhooks[0].admissionReviewVersions"],
  },
  "service: another path": {
    plant: inBoth(["clientConfig", "service", "path"], undefined),
    finds: ["doctor/service-called", "error", "webhooks[0].clientConfig.service.path"],
    says: "/validate",
  },
  "service: another Service in one webhook": {
    plant: (cluster) => cluster.set(webhook, ["webhooks", 1, "clientConfig", "service", "name"], "guard"),
    finds: ["doctor/service-called", "error", "webhooks[1].clientConfig.service"],
  },
});

test("a second configuration without webhooks has no finding", () => {
  const { findings } = diagnosed({
    plant: (cluster) => {
      const { metadata } = structuredClone(cluster.find(webhook));
      cluster.add({ kind: webhook, metadata: { ...(metadata as object), name: "guard" } });
    },
  });
  expect(findings).toEqual([]);
});
