import { snapshotResources } from "../installation/snapshot.ts";

export interface BaseResource {
  readonly kind: string;
  readonly apiVersion: string;
  /** The plural name, such as `deployments`. */
  readonly resource: string;
  readonly isNamespaced: boolean;
}

export const baseResources: readonly BaseResource[] = [
  { kind: "Namespace", ...snapshotResources.Namespace, isNamespaced: false },
  { kind: "ServiceAccount", apiVersion: "v1", resource: "serviceaccounts", isNamespaced: true },
  { kind: "ConfigMap", ...snapshotResources.ConfigMap, isNamespaced: true },
  { kind: "Service", ...snapshotResources.Service, isNamespaced: true },
  { kind: "Deployment", ...snapshotResources.Deployment, isNamespaced: true },
  { kind: "PodDisruptionBudget", ...snapshotResources.PodDisruptionBudget, isNamespaced: true },
  { kind: "NetworkPolicy", ...snapshotResources.NetworkPolicy, isNamespaced: true },
  { kind: "ValidatingWebhookConfiguration", ...snapshotResources.ValidatingWebhookConfiguration, isNamespaced: false },
];
