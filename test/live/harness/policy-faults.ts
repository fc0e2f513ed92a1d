import { installation } from "./doctor-replicas.ts";
import type { Faults } from "./plant.ts";

const deployment = installation("apis/apps/v1", "deployments", "lease-guard");
const container = "/spec/template/spec/containers/0";
const configMap = installation("api/v1", "configmaps", "lease-guard-policy");

/** Returns the patch of the ConfigMap that adds lines to an otherwise empty policy. */
function policyOf(...lines: readonly string[]): object {
  return { data: { "policy.yaml": ["apiVersion: lease-guard.dev/v1alpha1", "kind: Policy", ...lines, ""].join("\n") } };
}

/** Misconfigurations of the policy. */
export const policyFaults: Faults = {
  "a deleted ConfigMap": {
    changes: [{ path: configMap, remove: true }],
    finds: [["doctor/policy-exists", "Deployment lease-guard", "spec.template.spec.volumes[1].configMap.name"]],
  },
  "a ConfigMap without the key of the policy": {
    changes: [{ path: configMap, patch: { data: { "policy.yaml": null, "policy.yml": "" } } }],
    finds: [["doctor/policy-exists", "ConfigMap lease-guard-policy", "data"]],
  },
  "an invalid policy": {
    changes: [{ path: configMap, patch: policyOf("profil: strict") }],
    finds: [["doctor/policy-valid", "ConfigMap lease-guard-policy", "data[policy.yaml]"]],
  },
  "--deny with a rule without parameters": {
    changes: [
      {
        path: deployment,
        patch: [{ op: "add", path: `${container}/args/-`, value: "--deny=lease/duration-within-bounds" }],
      },
    ],
    finds: [["doctor/policy-valid", "Deployment lease-guard", "spec.template.spec.containers[0].args"]],
  },
  "an expired exemption, which the replicas have not loaded": {
    changes: [
      {
        path: configMap,
        patch: policyOf(
          "exemptions:",
          "  - {rules: [lease/renew-time-near-now], match: {namespaces: [edge]}, reason: clocks, owner: edge, expires: 2024-01-01}",
        ),
      },
    ],
    finds: [
      ["doctor/policy-without-warnings", "ConfigMap lease-guard-policy", "data[policy.yaml]"],
      ["doctor/policy-loaded", "ConfigMap lease-guard-policy", "data"],
    ],
  },
  "a rule that needs deletions, which the replicas have not loaded": {
    changes: [{ path: configMap, patch: policyOf("rules:", "  lease/live-lease-not-deleted: {mode: deny}") }],
    finds: [
      ["doctor/policy-writes-sent", "ValidatingWebhookConfiguration lease-guard", "webhooks[0].rules[0].operations"],
      ["doctor/policy-loaded", "ConfigMap lease-guard-policy", "data"],
    ],
  },
  "a rule for kube-system, which the replicas have not loaded": {
    changes: [
      {
        path: configMap,
        patch: policyOf(
          "rules:",
          "  lease/holder-kept-until-expiry: {scopes: [{match: {namespaces: [kube-system]}, mode: deny}]}",
        ),
      },
    ],
    finds: [
      ["doctor/policy-writes-sent", "ValidatingWebhookConfiguration lease-guard", "webhooks[0].namespaceSelector"],
      ["doctor/policy-loaded", "ConfigMap lease-guard-policy", "data"],
    ],
  },
  "a policy that is mounted as a file": {
    changes: [
      {
        path: deployment,
        patch: [
          { op: "add", path: `${container}/volumeMounts/1/subPath`, value: "policy.yaml" },
          {
            op: "replace",
            path: `${container}/volumeMounts/1/mountPath`,
            value: "/etc/lease-guard/policy/policy.yaml",
          },
        ],
      },
    ],
    finds: [
      ["doctor/policy-reloads", "Deployment lease-guard", "spec.template.spec.containers[0].volumeMounts[1].subPath"],
    ],
  },
  "a policy that the replicas have not loaded": {
    changes: [{ path: configMap, patch: policyOf("profile: strict") }],
    finds: [["doctor/policy-loaded", "ConfigMap lease-guard-policy", "data"]],
  },
};
