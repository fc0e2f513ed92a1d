import { policyConfigMapName, policyKey, servingSecretName } from "../../../src/core/text/installed-name.ts";
import { existingSecret } from "./conditions.ts";
import { addAt, mapScalars, type Path, replaceAt, restrictAt } from "./edit-node.ts";
import type { Member, TemplateNode } from "./template-node.ts";

/** Replaces parts of a template with values of the chart. */
type Setting = (node: TemplateNode) => TemplateNode;

const podOf: Readonly<Record<string, Path>> = {
  Deployment: ["spec", "template", "spec"],
  Job: ["spec", "template", "spec"],
  CronJob: ["spec", "jobTemplate", "spec", "template", "spec"],
};

const settings: Readonly<Record<string, readonly Setting[]>> = {
  Deployment: deploymentSettings(),
  Job: [
    at(["metadata", "name"], { kind: "expression", text: 'printf "lease-guard-certificates-%d" .Release.Revision' }),
  ],
  PodDisruptionBudget: [defaulted(["spec", "minAvailable"], ".Values.podDisruptionBudget.minAvailable")],
  ValidatingWebhookConfiguration: [...webhookSettings("0", "leases"), ...webhookSettings("1", "leaseCandidates")],
  ServiceMonitor: [added(["metadata", "labels"], spliced(".Values.monitoring.labels"))],
  PrometheusRule: [added(["metadata", "labels"], spliced(".Values.monitoring.labels"))],
};

export function withSettings(node: TemplateNode, kind: string, name: string): TemplateNode {
  const own = name === policyConfigMapName ? [policySetting] : (settings[kind] ?? []);
  const pod = podOf[kind];
  return [...own, ...(pod === undefined ? [] : podSettings(pod))].reduce(
    (before, setting) => setting(before),
    mapScalars(node, settingOf),
  );
}

/**
 * Returns the node for a scalar that has the same meaning in all objects, such as the namespace.
 * Any other scalar stays unchanged.
 */
function settingOf(value: unknown, key: string): TemplateNode {
  // In an annotation of cert-manager, the namespace comes first. In a DNS name, it comes second.
  if (value === "lease-guard/lease-guard")
    return { kind: "expression", text: 'printf "%s/lease-guard" .Release.Namespace' };
  const [, rest] = /^lease-guard\.lease-guard((?:\..*)?)$/.exec(String(value)) ?? [];
  if (rest !== undefined) return { kind: "expression", text: `printf "lease-guard.%s${rest}" .Release.Namespace` };
  if (value === "lease-guard" && (key === "namespace" || key === "values"))
    return { kind: "expression", text: ".Release.Namespace | quote" };
  if (key === "image") return { kind: "expression", text: 'include "lease-guard.image" .' };
  return { kind: "scalar", value: value as string };
}

function policySetting(node: TemplateNode): TemplateNode {
  return replaceAt(node, ["data", policyKey], () => ({ kind: "yaml-text", text: ".Values.policy" }));
}

function podSettings(pod: Path): readonly Setting[] {
  return [
    added([...pod, "containers", "0"], valueField("imagePullPolicy", ".Values.image.pullPolicy")),
    ...["imagePullSecrets", "nodeSelector", "tolerations"].map((field) =>
      added(pod, yamlField(field, `.Values.${field}`)),
    ),
  ];
}

function deploymentSettings(): readonly Setting[] {
  const pod: Path = ["spec", "template", "spec"];
  const container: Path = [...pod, "containers", "0"];
  return [
    defaulted(["spec", "replicas"], ".Values.replicas"),
    (node) => restrictAt(node, ["spec", "replicas"], "not .Values.autoscaling.enabled"),
    added(["spec", "template", "metadata", "labels"], spliced(".Values.podLabels")),
    added(["spec", "template", "metadata"], yamlField("annotations", ".Values.podAnnotations")),
    (node) => restrictAt(node, [...pod, "priorityClassName"], "not .Values.priorityClassName"),
    added(pod, valueField("priorityClassName", ".Values.priorityClassName")),
    added(pod, yamlField("affinity", ".Values.affinity")),
    at([...pod, "topologySpreadConstraints"], { kind: "yaml", text: ".Values.topologySpreadConstraints" }),
    (node) => restrictAt(node, [...pod, "topologySpreadConstraints"], ".Values.topologySpreadConstraints"),
    added([...container, "args"], spliced(".Values.extraArgs")),
    at([...container, "resources"], { kind: "yaml", text: ".Values.resources" }),
    at([...pod, "volumes", "0", "secret", "secretName"], {
      kind: "expression",
      text: `ternary .Values.certificates.secretName "${servingSecretName}" (${existingSecret}) | quote`,
    }),
  ];
}

function webhookSettings(index: string, resource: string): readonly Setting[] {
  const webhook: Path = ["webhooks", index];
  const selector: Path = [...webhook, "namespaceSelector", "matchExpressions"];
  const bundle: Member = {
    key: "caBundle",
    node: { kind: "expression", text: ".Values.certificates.caBundle | quote" },
    when: [existingSecret, ".Values.certificates.caBundle"],
  };
  return [
    at([...webhook, "timeoutSeconds"], { kind: "expression", text: ".Values.registration.timeoutSeconds" }),
    at([...webhook, "rules", "0", "apiVersions"], {
      kind: "yaml",
      text: `.Values.registration.apiVersions.${resource}`,
    }),
    added([...selector, "0", "values"], spliced(".Values.registration.excludedNamespaces")),
    added(selector, spliced(".Values.registration.matchExpressions")),
    added([...webhook, "clientConfig"], bundle),
  ];
}

function at(path: Path, node: TemplateNode): Setting {
  return (root) => replaceAt(root, path, () => node);
}

function added(path: Path, member: Member): Setting {
  return (root) => addAt(root, path, member);
}

/** Uses a value of the chart if it is set, and the scalar of the manifest otherwise. */
function defaulted(path: Path, value: string): Setting {
  return (root) =>
    replaceAt(root, path, (node) => {
      if (node.kind !== "scalar") throw new Error(`a manifest must have a scalar at /${path.join("/")}`);
      return { kind: "expression", text: `${value} | default ${JSON.stringify(node.value)}` };
    });
}

function spliced(value: string): Member {
  return { node: { kind: "yaml", text: value }, when: [value] };
}

function yamlField(key: string, value: string): Member {
  return { key, node: { kind: "yaml", text: value }, when: [value] };
}

function valueField(key: string, value: string): Member {
  return { key, node: { kind: "expression", text: `${value} | quote` }, when: [value] };
}
