import { type Planted, policyOf, testPlanted, webhook } from "../../harness/planted.ts";

/** The facts of a cluster that serves two versions of LeaseCandidate. */
const twoVersions: Planted["facts"] = () => ({
  served: new Set([
    "coordination.k8s.io/v1 leases",
    "coordination.k8s.io/v1beta1 leasecandidates",
    "coordination.k8s.io/v1alpha2 leasecandidates",
  ]),
});

const args = ["spec", "template", "spec", "containers", 0, "args"] as const;

testPlanted({
  "rules: no LeaseCandidates": {
    plant: (cluster) => cluster.set(webhook, ["webhooks", 1, "rules", 0, "resources"], ["leasecandidate"]),
    finds: ["doctor/kinds-sent", "warning", "webhooks[1].rules[0].resources"],
  },
  "rules: no updates": {
    plant: (cluster) => cluster.set(webhook, ["webhooks", 0, "rules", 0, "operations"], ["CREATE"]),
    finds: ["doctor/kinds-sent", "error", "webhooks[0].rules[0].operations"],
  },
  "rules: scope Cluster": {
    plant: (cluster) => cluster.set(webhook, ["webhooks", 0, "rules", 0, "scope"], "Cluster"),
    finds: ["doctor/kinds-sent", "error", "webhooks[0].rules[0].scope"],
  },
  "rules: only a version that is not served": {
    plant: (cluster) => cluster.set(webhook, ["webhooks", 1, "rules", 0, "apiVersions"], ["v1alpha1"]),
    finds: ["doctor/versions-sent", "error", "webhooks[1].rules[0].apiVersions"],
    says: "v1beta1",
  },
  "rules: only a version of Lease that no API server serves": {
    plant: (cluster) => cluster.set(webhook, ["webhooks", 0, "rules", 0, "apiVersions"], ["v1beta1"]),
    finds: ["doctor/versions-sent", "error", "webhooks[0].rules[0].apiVersions"],
    says: "v1",
  },
  "rules: every resource in a version that no API server serves": {
    plant: (cluster) => {
      cluster.set(webhook, ["webhooks", 0, "rules", 0, "apiVersions"], ["v1beta1"]);
      cluster.set(webhook, ["webhooks", 0, "rules", 0, "resources"], ["*"]);
    },
    finds: ["doctor/versions-sent", "error", "webhooks[0].rules[0].apiVersions"],
    says: "apiVersions: [v1, v1beta1]",
  },
  "matchPolicy: Exact without a served version": {
    plant: (cluster) => {
      cluster.set(webhook, ["webhooks", 1, "matchPolicy"], "Exact");
      cluster.set(webhook, ["webhooks", 1, "rules", 0, "apiVersions"], ["v1beta1"]);
    },
    facts: twoVersions,
    finds: ["doctor/versions-sent", "error", "webhooks[1].matchPolicy"],
    says: "v1alpha2",
  },
  "matchPolicy: Exact and every resource, without a served version": {
    plant: (cluster) => {
      cluster.set(webhook, ["webhooks", 1, "matchPolicy"], "Exact");
      cluster.set(webhook, ["webhooks", 1, "rules", 0, "apiVersions"], ["v1beta1"]);
      cluster.set(webhook, ["webhooks", 1, "rules", 0, "resources"], ["*"]);
    },
    facts: twoVersions,
    finds: ["doctor/versions-sent", "error", "webhooks[1].matchPolicy"],
    says: "does not send writes of leasecandidates in v1alpha2",
  },
  "policy: a rule for deletes, which are not sent": {
    plant: policyOf("rules:\n  lease/live-lease-not-deleted: { mode: deny }\n"),
    finds: ["doctor/policy-writes-sent", "warning", "webhooks[0].rules[0].operations"],
    says: "components/deletions",
  },
  "policy: --deny of a rule for deletes, which are not sent": {
    plant: (cluster) => cluster.set("Deployment", [...args, 7], "--deny=lease/live-lease-not-deleted"),
    finds: ["doctor/policy-writes-sent", "warning", "webhooks[0].rules[0].operations"],
    says: "because --deny or the policy sets lease/live-lease-not-deleted",
  },
  "policy: --deny of a rule for deletes, without --policy": {
    plant: (cluster) => cluster.set("Deployment", args, ["serve", "--deny", "lease/live-lease-not-deleted"]),
    finds: ["doctor/policy-writes-sent", "warning", "webhooks[0].rules[0].operations"],
    says: "components/deletions",
  },
  "rules: no webhook for LeaseCandidates": {
    plant: (cluster) =>
      cluster.set(webhook, ["webhooks"], [(cluster.find(webhook)["webhooks"] as readonly unknown[])[0]]),
    finds: ["doctor/kinds-sent", "warning", "webhooks[0].rules[0].resources"],
  },
});
