import type { JsonSchema } from "../json-schema.ts";

/** A value of the chart. `path` contains the names from the root of `values.yaml`. */
export interface ChartValue {
  readonly path: string;
  readonly fallback: unknown;
  /** One or more sentences. */
  readonly description: string;
  readonly schema: JsonSchema;
}

/** The defaults that the chart takes from `manifests`, and the schema of policies. */
export interface ManifestDefaults {
  readonly policy: unknown;
  readonly policySchema: JsonSchema;
  readonly resources: unknown;
  readonly topologySpreadConstraints: unknown;
  readonly timeoutSeconds: unknown;
  readonly leases: unknown;
  readonly leaseCandidates: unknown;
}

const text: JsonSchema = { type: "string" };
const flag: JsonSchema = { type: "boolean" };
const object: JsonSchema = { type: "object" };
const objects: JsonSchema = { type: "array", items: object };
const texts: JsonSchema = { type: "array", items: { type: "string", minLength: 1 } };
const labels: JsonSchema = { type: "object", additionalProperties: text };
const count: JsonSchema = { type: "integer", minimum: 1 };
const optionalCount: JsonSchema = { type: ["integer", "null"], minimum: 1 };

/** Returns the values of the chart, in the order of `values.yaml`. */
export function chartValues(defaults: ManifestDefaults): readonly ChartValue[] {
  return [...imageValues(), ...podValues(defaults), ...certificateValues(), ...registrationValues(defaults), ...otherValues(defaults)];
}

function imageValues(): readonly ChartValue[] {
  return [
    {
      path: "image.repository",
      fallback: "lease-guard",
      description: "Image of the webhook and of the certificates Job.",
      schema: { ...text, minLength: 1 },
    },
    { path: "image.tag", fallback: "", description: "Tag of the image. The default is the appVersion of the chart.", schema: text },
    {
      path: "image.digest",
      fallback: "",
      description: "Digest of the image, such as `sha256:…`. With a digest, the tag has no effect.",
      schema: { ...text, pattern: "^(sha256:[0-9a-f]{64})?$" },
    },
    {
      path: "image.pullPolicy",
      fallback: "",
      description: "Pull policy of the image. The default is that of Kubernetes.",
      schema: { enum: ["", "Always", "IfNotPresent", "Never"] },
    },
    { path: "imagePullSecrets", fallback: [], description: "Secrets for the registry, such as `- name: registry`.", schema: objects },
  ];
}

function podValues({ resources, topologySpreadConstraints }: ManifestDefaults): readonly ChartValue[] {
  const automatic = "The default is 2, or 3 with `registration.failurePolicy: Fail`.";
  return [
    { path: "replicas", fallback: null, description: `Number of pods. ${automatic}`, schema: optionalCount },
    {
      path: "autoscaling.enabled",
      fallback: false,
      description: "Adds a HorizontalPodAutoscaler, which sets the number of pods instead of `replicas`.",
      schema: flag,
    },
    { path: "autoscaling.minReplicas", fallback: 2, description: "Minimum number of pods.", schema: count },
    { path: "autoscaling.maxReplicas", fallback: 5, description: "Maximum number of pods.", schema: count },
    {
      path: "autoscaling.targetCPUUtilizationPercentage",
      fallback: 80,
      description: "CPU usage in percent of the requests at which the autoscaler adds pods.",
      schema: count,
    },
    {
      path: "resources",
      fallback: resources,
      description: "Requests and limits of the webhook's container. A CPU limit delays the writes that wait for the webhook.",
      schema: object,
    },
    {
      path: "priorityClassName",
      fallback: "",
      description:
        "Priority class of the webhook's pods. With `registration.failurePolicy: Fail`, the default is `system-cluster-critical`.",
      schema: text,
    },
    {
      path: "topologySpreadConstraints",
      fallback: topologySpreadConstraints,
      description: "Spread of the webhook's pods over nodes and zones.",
      schema: objects,
    },
    { path: "nodeSelector", fallback: {}, description: "Node labels that the nodes of all pods must have.", schema: labels },
    { path: "tolerations", fallback: [], description: "Tolerations of all pods.", schema: objects },
    { path: "affinity", fallback: {}, description: "Affinity of the webhook's pods.", schema: object },
    { path: "podLabels", fallback: {}, description: "Additional labels of the webhook's pods.", schema: labels },
    { path: "podAnnotations", fallback: {}, description: "Annotations of the webhook's pods.", schema: labels },
    { path: "extraArgs", fallback: [], description: "Additional flags of `lease-guard serve`.", schema: texts },
    {
      path: "podDisruptionBudget.enabled",
      fallback: true,
      description: "Adds a PodDisruptionBudget for the webhook's pods.",
      schema: flag,
    },
    {
      path: "podDisruptionBudget.minAvailable",
      fallback: null,
      description: "Minimum number of pods during a node drain. The default is 1, or 2 with `registration.failurePolicy: Fail`.",
      schema: optionalCount,
    },
    {
      path: "networkPolicy.enabled",
      fallback: true,
      description: "Adds NetworkPolicies that deny all other connections of the webhook's pods.",
      schema: flag,
    },
  ];
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
      fallback: "lease-guard-tls",
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
        "With `Fail`, kube-apiserver rejects a write if lease-guard returns no decision. Use `Fail` only in an upgrade, when ready pods respond to kube-apiserver.",
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
      description: "The policy. The pods load a change within about a minute, without a restart.",
      schema: policySchema,
    },
    {
      path: "policies.enabled",
      fallback: false,
      description: "Adds the default policy as ValidatingAdmissionPolicies. With `webhook.enabled: false`, they replace the webhook.",
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
