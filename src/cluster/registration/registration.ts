import { type Fields, mapAt, objectsAt, textAt, textsAt } from "../../core/api/fields.ts";
import { isJsonObject } from "../../core/api/json-object.ts";
import { failed, ok, type Result } from "../../core/field/result.ts";

/**
 * The fields of a ValidatingWebhookConfiguration that determine which writes kube-apiserver sends.
 */
export interface Registration {
  readonly webhooks: readonly RegisteredWebhook[];
}

/**
 * A webhook. If a rule, both selectors, and all match conditions match, kube-apiserver sends the
 * write. The type leaves out the object selector.
 */
export interface RegisteredWebhook {
  readonly rules: readonly RegisteredRule[];
  /** The match policy: `Exact`, or the default `Equivalent`. */
  readonly matchPolicy: string;
  readonly namespaceSelector: LabelSelector;
  /** The names of the match conditions. lease-guard does not evaluate the CEL expressions. */
  readonly matchConditions: readonly string[];
}

/**
 * The writes that a rule of a webhook or of an admission policy matches. In each field, `*` matches
 * every value.
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

export interface LabelRequirement {
  readonly key: string;
  readonly operator: string;
  readonly values: readonly string[];
}

/** Decodes a ValidatingWebhookConfiguration. */
export function toRegistration(value: unknown): Result<Registration, string> {
  if (!isRegistration(value)) return failed("must be a ValidatingWebhookConfiguration");
  return ok({ webhooks: objectsAt(value, "webhooks").map(toWebhook) });
}

export function isRegistration(value: unknown): value is Fields {
  return isJsonObject(value) && value["kind"] === "ValidatingWebhookConfiguration";
}

function toWebhook(webhook: Fields): RegisteredWebhook {
  return {
    rules: toRules(webhook["rules"]),
    matchPolicy: toMatchPolicy(webhook["matchPolicy"]),
    namespaceSelector: toSelector(webhook["namespaceSelector"]),
    matchConditions: objectsAt(webhook, "matchConditions").map((condition) => textAt(condition, "name")),
  };
}

/** Decodes the rules of a webhook or of an admission policy. */
export function toRules(value: unknown): readonly RegisteredRule[] {
  return objectsAt(value).map((rule) => ({
    apiGroups: textsAt(rule, "apiGroups"),
    apiVersions: textsAt(rule, "apiVersions"),
    resources: textsAt(rule, "resources"),
    operations: textsAt(rule, "operations"),
    scope: textAt(rule, "scope") || "*",
  }));
}

/** Decodes the match policy of a webhook or of an admission policy. */
export function toMatchPolicy(value: unknown): string {
  return value === "Exact" ? "Exact" : "Equivalent";
}

/** Decodes a label selector. An absent selector selects everything. */
export function toSelector(value: unknown): LabelSelector {
  return [
    ...[...mapAt(value, "matchLabels")].map(([key, label]) => ({ key, operator: "In", values: [label] })),
    ...objectsAt(value, "matchExpressions").map((expression) => ({
      key: textAt(expression, "key"),
      operator: textAt(expression, "operator"),
      values: textsAt(expression, "values"),
    })),
  ];
}
