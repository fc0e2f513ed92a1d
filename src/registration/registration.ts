import { isJsonObject } from "../api/json-object.ts";
import { failed, ok, type Result } from "../field/result.ts";

/**
 * The fields of a ValidatingWebhookConfiguration that determine which writes kube-apiserver sends.
 */
export interface Registration {
  readonly webhooks: readonly RegisteredWebhook[];
}

/**
 * A webhook. kube-apiserver sends a write if a rule, the namespace selector, and all match
 * conditions match.
 */
export interface RegisteredWebhook {
  readonly rules: readonly RegisteredRule[];
  /** `Exact`, or the default `Equivalent`. */
  readonly matchPolicy: string;
  readonly namespaceSelector: LabelSelector;
  /** The names of the match conditions. lease-guard does not evaluate the CEL expressions. */
  readonly matchConditions: readonly string[];
}

/**
 * The writes that a rule of a webhook or of a policy matches. In each field, `*` matches every
 * value.
 */
export interface RegisteredRule {
  readonly apiGroups: readonly string[];
  readonly apiVersions: readonly string[];
  readonly resources: readonly string[];
  readonly operations: readonly string[];
  readonly scope: string;
}

/** The requirements of a label selector. An entry of `matchLabels` becomes a requirement, too. */
export type LabelSelector = readonly LabelRequirement[];

/** A requirement for the value of one label. */
export interface LabelRequirement {
  readonly key: string;
  readonly operator: string;
  readonly values: readonly string[];
}

/**
 * Decodes a ValidatingWebhookConfiguration. Ignores malformed fields, because kube-apiserver
 * rejects a configuration with malformed fields.
 */
export function toRegistration(value: unknown): Result<Registration, string> {
  if (!isRegistration(value)) return failed("must be a ValidatingWebhookConfiguration");
  return ok({ webhooks: objects(value["webhooks"]).map(toWebhook) });
}

/** Reports whether a value is an object of the kind `ValidatingWebhookConfiguration`. */
export function isRegistration(value: unknown): value is Readonly<Record<string, unknown>> {
  return isJsonObject(value) && value["kind"] === "ValidatingWebhookConfiguration";
}

function toWebhook({ rules, matchPolicy, namespaceSelector, matchConditions }: Fields): RegisteredWebhook {
  return {
    rules: toRules(rules),
    matchPolicy: toMatchPolicy(matchPolicy),
    namespaceSelector: toSelector(namespaceSelector),
    matchConditions: objects(matchConditions).map(({ name }) => String(name)),
  };
}

/** Decodes the rules of a webhook or of a policy. A malformed field of a rule matches nothing. */
export function toRules(value: unknown): readonly RegisteredRule[] {
  return objects(value).map(({ apiGroups, apiVersions, resources, operations, scope }) => ({
    apiGroups: strings(apiGroups),
    apiVersions: strings(apiVersions),
    resources: strings(resources),
    operations: strings(operations),
    scope: typeof scope === "string" ? scope : "*",
  }));
}

/** Decodes the match policy of a webhook or of a policy. */
export function toMatchPolicy(value: unknown): string {
  return value === "Exact" ? "Exact" : "Equivalent";
}

/** Decodes a label selector. An absent selector selects everything. */
export function toSelector(value: unknown): LabelSelector {
  if (!isJsonObject(value)) return [];
  const { matchLabels, matchExpressions } = value;
  const labels = Object.entries(isJsonObject(matchLabels) ? matchLabels : {});
  return [
    ...labels.map(([key, value]) => ({ key, operator: "In", values: [String(value)] })),
    ...objects(matchExpressions).map(({ key, operator, values }) => ({
      key: String(key),
      operator: String(operator),
      values: strings(values),
    })),
  ];
}

type Fields = Readonly<Record<string, unknown>>;

function objects(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
