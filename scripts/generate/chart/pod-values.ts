import type { ChartValue, ManifestDefaults } from "./chart-value.ts";
import { count, flag, labels, object, objects, optionalCount, text, texts } from "./value-schemas.ts";

export function imageValues(): readonly ChartValue[] {
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

export function podValues({ resources, topologySpreadConstraints }: ManifestDefaults): readonly ChartValue[] {
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
      description: "CPU usage, in percent of the requests, at which the autoscaler adds pods.",
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
      description: "Adds NetworkPolicies that allow only the connections that the webhook's pods need.",
      schema: flag,
    },
  ];
}
