import type { GroupVersionKind } from "../api/meta.ts";

/** A resource of objects in `manifests/base`. The group is "" for the core API group. */
export interface BaseResource extends GroupVersionKind {
  readonly resource: string;
  readonly isNamespaced: boolean;
}

/** The resources of the objects in `manifests/base`. */
export const baseResources: readonly BaseResource[] = [
  { group: "", version: "v1", kind: "Namespace", resource: "namespaces", isNamespaced: false },
  { group: "", version: "v1", kind: "ServiceAccount", resource: "serviceaccounts", isNamespaced: true },
  { group: "", version: "v1", kind: "ConfigMap", resource: "configmaps", isNamespaced: true },
  { group: "", version: "v1", kind: "Service", resource: "services", isNamespaced: true },
  { group: "apps", version: "v1", kind: "Deployment", resource: "deployments", isNamespaced: true },
  { group: "policy", version: "v1", kind: "PodDisruptionBudget", resource: "poddisruptionbudgets", isNamespaced: true },
  { group: "networking.k8s.io", version: "v1", kind: "NetworkPolicy", resource: "networkpolicies", isNamespaced: true },
  {
    group: "admissionregistration.k8s.io",
    version: "v1",
    kind: "ValidatingWebhookConfiguration",
    resource: "validatingwebhookconfigurations",
    isNamespaced: false,
  },
];
