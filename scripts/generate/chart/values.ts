import { isMap, type Pair, parseDocument, type Scalar, type YAMLMap } from "yaml";
import type { JsonSchema } from "../json-schema.ts";
import { tableRow } from "../table-row.ts";

/** A value of the chart. `path` contains the names from the root of `values.yaml`. */
interface ChartValue {
  readonly path: readonly string[];
  readonly fallback: unknown;
  /** One or more sentences. */
  readonly description: string;
  readonly schema: JsonSchema;
}

const text: JsonSchema = { type: "string" };
const objectName: JsonSchema = { ...text, pattern: "^([a-z0-9]([-a-z0-9]{0,38}[a-z0-9])?)?$" };
const filledText: JsonSchema = { type: "string", minLength: 1 };
const texts: JsonSchema = { type: "array", items: filledText };
const flag: JsonSchema = { type: "boolean" };
const count: JsonSchema = { type: "integer", minimum: 1 };
/** Null stands for a default that depends on other values. */
const optionalCount: JsonSchema = { type: ["integer", "null"], minimum: 1 };
/** An object that Kubernetes defines, such as an affinity. */
const object: JsonSchema = { type: "object" };
const objects: JsonSchema = { type: "array", items: object };
const labels: JsonSchema = { type: "object", additionalProperties: text };
/** Labels next to those of the manifests. */
const otherLabels: JsonSchema = {
  ...labels,
  properties: Object.fromEntries(
    ["name", "component", "part-of", "version"].map((name) => [`app.kubernetes.io/${name}`, { not: {} }]),
  ),
};
const port: JsonSchema = { type: "integer", minimum: 1, maximum: 65_535 };

/** The schemas of all values except the policy. */
const schemas: Readonly<Record<string, JsonSchema>> = {
  "image.repository": text,
  "image.tag": text,
  "image.digest": { ...text, pattern: "^(sha256:[0-9a-f]{64})?$" },
  "image.pullPolicy": { enum: ["", "Always", "IfNotPresent", "Never"] },
  imagePullSecrets: objects,
  fullnameOverride: objectName,
  commonLabels: otherLabels,
  replicas: optionalCount,
  "autoscaling.enabled": flag,
  "autoscaling.minReplicas": count,
  "autoscaling.maxReplicas": count,
  "autoscaling.targetCPUUtilizationPercentage": count,
  resources: object,
  priorityClassName: text,
  topologySpreadConstraints: objects,
  nodeSelector: labels,
  tolerations: objects,
  affinity: object,
  podLabels: otherLabels,
  podAnnotations: labels,
  extraArgs: texts,
  env: objects,
  extraVolumes: objects,
  extraVolumeMounts: objects,
  hostNetwork: flag,
  "ports.https": port,
  "ports.health": port,
  "ports.metrics": port,
  "serviceAccount.create": flag,
  "serviceAccount.name": text,
  "serviceAccount.annotations": labels,
  "podDisruptionBudget.enabled": flag,
  "podDisruptionBudget.minAvailable": optionalCount,
  "networkPolicy.enabled": flag,
  "networkPolicy.from": objects,
  "certificates.source": { enum: ["self-managed", "cert-manager", "openshift", "secret"] },
  "certificates.secretName": filledText,
  "certificates.job.annotations": labels,
  "certificates.job.ttlSecondsAfterFinished": { type: ["integer", "null"], minimum: 0 },
  "certificates.caBundle": { ...text, pattern: "^[A-Za-z0-9+/]*=*$" },
  "webhook.enabled": flag,
  "registration.failurePolicy": { enum: ["Ignore", "Fail"] },
  "registration.timeoutSeconds": { ...count, maximum: 30 },
  "registration.apiVersions.leases": { ...texts, minItems: 1 },
  "registration.apiVersions.leaseCandidates": { ...texts, minItems: 1 },
  "registration.deletions": flag,
  "registration.plainRenewals": flag,
  "registration.everyNamespace": flag,
  "registration.excludedNamespaces": texts,
  "registration.matchExpressions": objects,
  "policies.enabled": flag,
  "audit.enabled": flag,
  "monitoring.enabled": flag,
  "monitoring.elections": flag,
  "monitoring.labels": labels,
};

/**
 * Returns the values that `values.yaml` declares, in its order. The comment before a value is its
 * description. Throws if a value has no comment or no schema, or if a schema has no value.
 */
export function chartValues(yaml: string, policySchema: JsonSchema): readonly ChartValue[] {
  const known = { ...schemas, policy: policySchema };
  const values = valuesIn(parseDocument(yaml, { version: "1.1" }).contents as YAMLMap, [], known);
  const unused = Object.keys(known).find((name) => !values.some(({ path }) => path.join(".") === name));
  if (unused !== undefined) throw new Error(`values.yaml must have ${unused}`);
  return values;
}

function valuesIn(group: YAMLMap, parent: readonly string[], known: typeof schemas): readonly ChartValue[] {
  return (group.items as readonly Pair<Scalar<string>>[]).flatMap(({ key, value }, index) => {
    const path = [...parent, key.value];
    const schema = known[path.join(".")];
    if (schema === undefined && isMap(value)) return valuesIn(value, path, known);
    // The parser adds the comment before the first field of a map to the map.
    const comment = index === 0 ? group.commentBefore : key.commentBefore;
    if (schema === undefined || !comment)
      throw new Error(`values.yaml: ${path.join(".")} must have a comment before it, and a schema in values.ts`);
    const description = comment
      .split("\n")
      .map((line) => line.trim())
      .join(" ");
    return [{ path, fallback: (value as Scalar).toJSON(), description, schema }];
  });
}

/**
 * Returns `values.schema.json`. Its definitions come from the schema of policies. A chart that
 * contains this chart can also set `enabled` and `global`.
 */
export function valuesSchema(values: readonly ChartValue[]): string {
  const definitions = values.flatMap(({ schema }) => Object.entries(schema.$defs ?? {}));
  const { properties, ...rest } = groupSchema(values, 0);
  const schema = {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Values of the chart lease-guard",
    ...rest,
    properties: { enabled: { type: "boolean" }, global: { type: "object" }, ...properties },
    $defs: Object.fromEntries(definitions),
  };
  return `${JSON.stringify(schema, withPattern, 2)}\n`;
}

/** Replaces escapes such as `\u00b5` in patterns, because Go does not support them. */
function withPattern(keyword: string, value: unknown): unknown {
  if (keyword !== "pattern" || typeof value !== "string") return value;
  return value.replaceAll(/\\u([0-9a-f]{4})/g, (_, digits: string) =>
    String.fromCodePoint(Number.parseInt(digits, 16)),
  );
}

/** Returns the schema of a map with these values. Their paths start with `depth` equal names. */
function groupSchema(values: readonly ChartValue[], depth: number): JsonSchema {
  const names = [...new Set(values.map(({ path }) => path[depth] ?? ""))];
  const properties = names.map((name) => {
    const own = values.filter(({ path }) => path[depth] === name);
    const value = own.find(({ path }) => path.length === depth + 1);
    return [name, value === undefined ? groupSchema(own, depth + 1) : valueSchema(value)];
  });
  return { type: "object", additionalProperties: false, properties: Object.fromEntries(properties) };
}

/** JSON of values that a template treats like an absent value. */
const emptyValues: ReadonlySet<string> = new Set(["null", "false", '""', "[]", "{}"]);

/**
 * Returns a template that rejects a release without a value that the chart needs. A value is absent
 * if the user sets null, and if `helm upgrade --reuse-values` comes from a chart without it. The
 * schema does not require values, because editors apply it to the file of a user, without defaults.
 */
export function requiredValues(values: readonly ChartValue[]): string {
  const groups = values.flatMap(({ path }) => path.slice(1).map((_, index) => path.slice(0, index + 1)));
  const paths = [...groups, ...values.filter(isRequired).map(({ path }) => path)].map((path) => path.join("."));
  return `{{- /* Generated from values.yaml. Helm executes the deepest templates first. */}}
{{- range list ${[...new Set(paths)].map((path) => JSON.stringify(path)).join(" ")} }}
{{- $found := true }}
{{- $value := $.Values }}
{{- range splitList "." . }}
{{- $found = and $found (kindIs "map" $value) (hasKey $value .) }}
{{- if $found }}
{{- $value = get $value . }}
{{- end }}
{{- end }}
{{- if or (not $found) (kindIs "invalid" $value) }}
{{- fail (printf "%s must be set: null removes it, and so can --reuse-values; use --reset-then-reuse-values" .) }}
{{- end }}
{{- end }}
`;
}

function isRequired({ fallback, schema }: ChartValue): boolean {
  const isOptional = schema === object || schema === objects || [schema.type].flat().includes("null");
  return !isOptional && !emptyValues.has(JSON.stringify(fallback));
}

function valueSchema({
  description,
  schema: { $defs: _, $id: __, $schema: ___, title: ____, ...schema },
}: ChartValue): JsonSchema {
  return { ...schema, description };
}

/** Returns the rows of a Markdown table of the values. */
export function valueRows(values: readonly ChartValue[]): readonly string[] {
  return values.map(({ path, fallback, description }) =>
    tableRow([`\`${path.join(".")}\``, description, fallbackText(fallback)]),
  );
}

function fallbackText(fallback: unknown): string {
  const text = JSON.stringify(fallback);
  if (fallback === null || fallback === "") return "";
  return text.length > 60 ? "see `values.yaml`" : `\`${typeof fallback === "string" ? fallback : text}\``;
}
