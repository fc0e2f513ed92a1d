export const componentConditions: Readonly<Record<string, string>> = {
  "self-managed": 'eq .Values.certificates.source "self-managed"',
  "cert-manager": 'eq .Values.certificates.source "cert-manager"',
  openshift: 'eq .Values.certificates.source "openshift"',
  monitoring: ".Values.monitoring.enabled",
  "elections-monitoring": ".Values.monitoring.elections",
  "fail-closed": 'eq .Values.registration.failurePolicy "Fail"',
  deletions: ".Values.registration.deletions",
  "plain-renewals": ".Values.registration.plainRenewals",
  "every-namespace": ".Values.registration.everyNamespace",
  policies: ".Values.policies.enabled",
  audit: ".Values.audit.enabled",
};

/**
 * The components that need no webhook. The objects of the base and of the other components belong
 * to the webhook.
 */
export const independentComponents: readonly string[] = ["audit", "elections-monitoring", "policies"];

export const webhookCondition = ".Values.webhook.enabled";

/**
 * The Helm template conditions for objects of some kinds, or of one kind and name, in addition to
 * the conditions of their components.
 */
export const objectConditions: Readonly<Record<string, string>> = {
  NetworkPolicy: ".Values.networkPolicy.enabled",
  PodDisruptionBudget: ".Values.podDisruptionBudget.enabled",
  "ServiceAccount/lease-guard": ".Values.serviceAccount.create",
};

/**
 * The Helm template condition that is true if the operator provides the Secret with the
 * certificate.
 */
export const existingSecret = 'eq .Values.certificates.source "secret"';
