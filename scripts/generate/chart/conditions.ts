/** The condition of Helm for each directory below `manifests/components`. */
export const componentConditions: Readonly<Record<string, string>> = {
  "self-managed": 'eq .Values.certificates.source "self-managed"',
  "cert-manager": 'eq .Values.certificates.source "cert-manager"',
  openshift: 'eq .Values.certificates.source "openshift"',
  monitoring: ".Values.monitoring.enabled",
  "fail-closed": 'eq .Values.registration.failurePolicy "Fail"',
  deletions: ".Values.registration.deletions",
  "plain-renewals": ".Values.registration.plainRenewals",
  "every-namespace": ".Values.registration.everyNamespace",
  policies: ".Values.policies.enabled",
  audit: ".Values.audit.enabled",
};

/** The components that need no webhook. All other objects belong to the webhook. */
export const independentComponents: readonly string[] = ["audit", "policies"];

/** The condition of the objects of the webhook. */
export const webhookCondition = ".Values.webhook.enabled";

/** The conditions of single objects, in addition to those of their components. */
export const objectConditions: Readonly<Record<string, string>> = {
  NetworkPolicy: ".Values.networkPolicy.enabled",
  PodDisruptionBudget: ".Values.podDisruptionBudget.enabled",
};

/** The condition that the certificate is in a Secret of the operator. */
export const existingSecret = 'eq .Values.certificates.source "secret"';
