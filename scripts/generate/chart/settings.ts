import { installedName, policyConfigMapName, policyKey } from "../../../src/core/text/installed-name.ts";
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

const fullName = '(include "lease-guard.fullname" .)';

const serviceAccountName: TemplateNode = {
  kind: "expression",
  text: `.Values.serviceAccount.name | default ${fullName}`,
};

/** The keys whose scalars can be the name of an object of lease-guard. */
const nameKeys = ["name", "policyName", "resourceNames", "secretName", "serviceAccountName"];

const settings: Readonly<Record<string, readonly Setting[]>> = {
  Deployment: deploymentSettings(),
  Job: jobSettings(),
  PodDisruptionBudget: [defaulted(["spec", "minAvailable"], ".Values.podDisruptionBudget.minAvailable")],
  ValidatingWebhookConfiguration: [...webhookSettings("0", "leases"), ...webhookSettings("1", "leaseCandidates")],
  ServiceMonitor: [added(["metadata", "labels"], spliced(".Values.monitoring.labels"))],
  PrometheusRule: [added(["metadata", "labels"], spliced(".Values.monitoring.labels"))],
};

/** The settings of one object, by kind and name. They replace those of its kind. */
const objectSettings: Readonly<Record<string, readonly Setting[]>> = {
  [`ConfigMap/${policyConfigMapName}`]: [policySetting],
  "CronJob/lease-guard-certificates": [certificateNames("CronJob")],
  [`NetworkPolicy/${installedName}`]: [
    added(["spec", "ingress", "0"], yamlField("from", ".Values.networkPolicy.from")),
  ],
  [`ServiceAccount/${installedName}`]: [
    at(["metadata", "name"], serviceAccountName),
    added(["metadata"], yamlField("annotations", ".Values.serviceAccount.annotations")),
  ],
};

export function withSettings(node: TemplateNode, kind: string, name: string): TemplateNode {
  const own = [
    added(["metadata", "labels"], spliced(".Values.commonLabels")),
    ...(objectSettings[`${kind}/${name}`] ?? settings[kind] ?? []),
  ];
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
    return { kind: "expression", text: `printf "%s/%s" .Release.Namespace ${fullName}` };
  const [, rest] = /^lease-guard\.lease-guard((?:\..*)?)$/.exec(String(value)) ?? [];
  if (rest !== undefined) return { kind: "expression", text: `printf "%s.%s${rest}" ${fullName} .Release.Namespace` };
  if (nameKeys.includes(key) || key === "service.beta.openshift.io/serving-cert-secret-name") {
    const [name, suffix] = /^lease-guard(-[-a-z]+)?$/.exec(String(value)) ?? [];
    if (name !== undefined) return objectName(suffix);
  }
  if (value === "lease-guard" && (key === "namespace" || key === "values"))
    return { kind: "expression", text: ".Release.Namespace | quote" };
  if (key === "image") return { kind: "expression", text: 'include "lease-guard.image" .' };
  return { kind: "scalar", value: value as string };
}

/** Returns the name of an object that starts with the name of the installation. */
function objectName(suffix = ""): TemplateNode {
  return {
    kind: "expression",
    text: suffix === "" ? 'include "lease-guard.fullname" .' : `printf "%s${suffix}" ${fullName}`,
  };
}

/** The pod template of the certificates Job is immutable, so its name depends on its content. */
function jobSettings(): readonly Setting[] {
  const lifetime = ".Values.certificates.job.ttlSecondsAfterFinished";
  return [
    at(["metadata", "name"], { kind: "expression", text: 'include "lease-guard.certificatesJob" .' }),
    added(["metadata"], yamlField("annotations", ".Values.certificates.job.annotations")),
    at(["spec", "ttlSecondsAfterFinished"], { kind: "expression", text: lifetime }),
    (node) => restrictAt(node, ["spec", "ttlSecondsAfterFinished"], `not (kindIs "invalid" ${lifetime})`),
    certificateNames("Job"),
  ];
}

/** Adds the flags of `certs apply` that name the objects, because their defaults are fixed. */
function certificateNames(kind: "Job" | "CronJob"): Setting {
  return added([...(podOf[kind] ?? []), "containers", "0", "args"], {
    node: { kind: "yaml", text: '(include "lease-guard.certificateNames" . | fromYamlArray)' },
    when: [".Values.fullnameOverride"],
  });
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
    ...portSettings(container),
    added(container, yamlField("env", ".Values.env")),
    added([...container, "volumeMounts"], spliced(".Values.extraVolumeMounts")),
    added([...pod, "volumes"], spliced(".Values.extraVolumes")),
    added(pod, { key: "hostNetwork", node: { kind: "scalar", value: true }, when: [".Values.hostNetwork"] }),
    added(pod, {
      key: "dnsPolicy",
      node: { kind: "scalar", value: "ClusterFirstWithHostNet" },
      when: [".Values.hostNetwork"],
    }),
    at([...pod, "serviceAccountName"], serviceAccountName),
    at([...container, "resources"], { kind: "yaml", text: ".Values.resources" }),
    at([...pod, "volumes", "0", "secret", "secretName"], {
      kind: "expression",
      text: `ternary .Values.certificates.secretName (printf "%s-tls" ${fullName}) (${existingSecret}) | quote`,
    }),
  ];
}

/** Replaces the ports of the container, and the flags that contain them. */
function portSettings(container: Path): readonly Setting[] {
  const flags = [
    ["1", "--secure-port=%d", "https"],
    ["5", "--health-probe-bind-address=:%d", "health"],
    ["6", "--metrics-bind-address=:%d", "metrics"],
  ] as const;
  return flags.flatMap(([index, flag, name], position) => {
    const value = `(int .Values.ports.${name})`;
    return [
      (node: TemplateNode) =>
        replaceAt(node, [...container, "args", index], (found) => {
          if (found.kind !== "scalar" || !String(found.value).startsWith(flag.slice(0, -2)))
            throw new Error(`manifests/base must have ${flag} at this position`);
          return { kind: "expression", text: `printf "${flag}" ${value}` };
        }),
      at([...container, "ports", String(position), "containerPort"], { kind: "expression", text: value.slice(1, -1) }),
    ];
  });
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
