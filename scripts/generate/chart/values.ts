import { servingSecretName } from "../../../src/text/installed-name.ts";
import type { ChartValue, ManifestDefaults } from "./chart-value.ts";
import { imageValues, podValues } from "./pod-values.ts";
import { flag, labels, objects, text, texts } from "./value-schemas.ts";

export function chartValues(defaults: ManifestDefaults): readonly ChartValue[] {
  return [...imageValues(), ...podValues(defaults), ...certificateValues(), ...registrationValues(defaults), ...otherValues(defaults)];
}

function certificateValues(): readonly ChartValue[] {
  return [
    {
      path: "certificates.source",
      fallback: "self-managed",
      description:
        "Source of the serving certificate: `self-managed` (a Job and a daily CronJob), `cert-manager`, `openshift` (the service CA), or `secret` (your own Secret).",
      schema: { enum: ["self-managed", "cert-manager", "openshift", "secret"] },
    },
    {
      path: "certificates.secretName",
      fallback: servingSecretName,
      description: "With `source: secret`, the Secret of type kubernetes.io/tls with the serving certificate.",
      schema: { ...text, minLength: 1 },
    },
    {
      path: "certificates.caBundle",
      fallback: "",
      description:
        "With `source: secret`, the CA certificates in PEM and base64 for the `caBundle`. If the value is empty, another program must set the `caBundle`.",
      schema: { ...text, pattern: "^[A-Za-z0-9+/]*=*$" },
    },
  ];
}

function registrationValues({ timeoutSeconds, leases, leaseCandidates }: ManifestDefaults): readonly ChartValue[] {
  return [
    {
      path: "webhook.enabled",
      fallback: true,
      description: "Installs the webhook: the pods, the certificates, and the ValidatingWebhookConfiguration.",
      schema: flag,
    },
    {
      path: "registration.failurePolicy",
      fallback: "Ignore",
      description:
        "If lease-guard returns no decision, kube-apiserver with `Fail` rejects the write. Use `Fail` only in an upgrade, when ready pods respond to kube-apiserver.",
      schema: { enum: ["Ignore", "Fail"] },
    },
    {
      path: "registration.timeoutSeconds",
      fallback: timeoutSeconds,
      description: "Seconds that kube-apiserver waits for a response of the webhook.",
      schema: { type: "integer", minimum: 1, maximum: 30 },
    },
    {
      path: "registration.apiVersions.leases",
      fallback: leases,
      description: "Versions of Lease that kube-apiserver sends.",
      schema: { ...texts, minItems: 1 },
    },
    {
      path: "registration.apiVersions.leaseCandidates",
      fallback: leaseCandidates,
      description: "Versions of LeaseCandidate that kube-apiserver sends.",
      schema: { ...texts, minItems: 1 },
    },
    { path: "registration.deletions", fallback: false, description: "Also validates deletes.", schema: flag },
    {
      path: "registration.plainRenewals",
      fallback: false,
      description: "Also validates plain renewals. Each renewal then waits for lease-guard.",
      schema: flag,
    },
    {
      path: "registration.everyNamespace",
      fallback: false,
      description: "Also validates writes in the excluded namespaces, except requests from nodes.",
      schema: flag,
    },
    {
      path: "registration.excludedNamespaces",
      fallback: [],
      description: "Additional namespaces whose writes lease-guard does not validate.",
      schema: texts,
    },
    {
      path: "registration.matchExpressions",
      fallback: [],
      description: "Additional expressions of the webhooks' `namespaceSelector`.",
      schema: objects,
    },
  ];
}

function otherValues({ policy, policySchema }: ManifestDefaults): readonly ChartValue[] {
  return [
    {
      path: "policy",
      fallback: policy,
      description: "The policy. The pods load a change within two minutes, without a restart.",
      schema: policySchema,
    },
    {
      path: "policies.enabled",
      fallback: false,
      description: "Adds the default policy as ValidatingAdmissionPolicies. With `webhook.enabled: false`, they replace the webhook.",
      schema: flag,
    },
    {
      path: "audit.enabled",
      fallback: false,
      description:
        "Adds a CronJob that audits the Leases of the cluster, and writes reports. The cluster must serve Reports of OpenReports, or PolicyReports.",
      schema: flag,
    },
    {
      path: "monitoring.enabled",
      fallback: false,
      description: "Adds a metrics Service, a ServiceMonitor, alerts, a Grafana dashboard, and a NetworkPolicy for Prometheus.",
      schema: flag,
    },
    {
      path: "monitoring.labels",
      fallback: {},
      description: "Labels by which Prometheus selects the ServiceMonitor and the alerts, such as `release: kube-prometheus-stack`.",
      schema: labels,
    },
  ];
}
