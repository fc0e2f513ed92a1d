import type { Kind } from "../api/coordination.ts";
import { servedVersions } from "../api/served-versions.ts";
import type { ChangeOperation, Rule } from "../rules/rule.ts";
import type { LabelRequirement, RegisteredRule, RegisteredWebhook, Registration } from "./registration.ts";

/** The name of the match condition in `manifests/base` that skips plain renewals. */
const plainRenewalCondition = "not-a-plain-renewal";

/** Writes that a rule validates, but that kube-apiserver does not send to the webhook. */
export type UnsentWrites =
  | { readonly what: "operation"; readonly kind: Kind; readonly operation: ChangeOperation }
  | { readonly what: "namespace"; readonly namespace: string }
  | { readonly what: "plain-renewals" };

/**
 * Returns the writes that a rule validates, but that kube-apiserver does not send because of the
 * webhook configuration.
 */
export function unsentWrites(rule: UnsentRule, registration: Registration): readonly UnsentWrites[] {
  const asked = rule.kinds.flatMap((kind) =>
    rule.operations.map((operation) => ({ kind, operation, webhooks: webhooksFor(registration, kind, operation) })),
  );
  const unsent = asked.filter(({ webhooks }) => webhooks.length === 0);
  const { namespace } = rule;
  const selecting = asked.flatMap(({ webhooks }) => webhooks);
  const excluded = namespace !== undefined && selecting.length > 0 && !selecting.some((webhook) => selectsNamespace(webhook, namespace));
  return [
    ...unsent.map(({ kind, operation }) => ({ what: "operation", kind, operation }) as const),
    ...(excluded ? [{ what: "namespace", namespace } as const] : []),
    ...(rule.plainRenewals === true && skipsPlainRenewals(registration) ? [{ what: "plain-renewals" } as const] : []),
  ];
}

/** The fields of a rule that determine which writes the rule validates. */
export type UnsentRule = Pick<Rule, "kinds" | "operations" | "namespace" | "plainRenewals">;

/**
 * Reports whether kube-apiserver sends writes in a namespace for at least one kind and operation
 * that a rule validates.
 */
export function sendsFrom(registration: Registration, { kinds, operations }: UnsentRule, namespace: string): boolean {
  return kinds.some((kind) =>
    operations.some((operation) => webhooksFor(registration, kind, operation).some((webhook) => selectsNamespace(webhook, namespace))),
  );
}

/**
 * The namespaces that a webhook configuration excludes by name, or the only namespaces that it
 * selects.
 */
export interface SelectedNamespaces {
  readonly except?: readonly string[];
  readonly only?: readonly string[];
}

/**
 * Returns the only namespaces that a webhook configuration selects, or the namespaces that it
 * excludes. Returns undefined if the webhook configuration excludes no namespace by name.
 */
export function selectedNamespaces({ webhooks }: Registration): SelectedNamespaces | undefined {
  const named = webhooks.map(({ namespaceSelector }) => namespaceSelector.filter(({ key }) => key === nameLabel));
  const names = [...new Set(named.flat().flatMap(({ values }) => values))];
  const selected = names.filter((name) => webhooks.some((webhook) => selectsNamespace(webhook, name)));
  if (named.length > 0 && named.every((requirements) => requirements.some(({ operator }) => operator === "In"))) return { only: selected };
  const except = names.filter((name) => !selected.includes(name));
  return except.length === 0 ? undefined : { except };
}

function skipsPlainRenewals(registration: Registration): boolean {
  const webhooks = webhooksFor(registration, "Lease", "UPDATE");
  return webhooks.length > 0 && webhooks.every(({ matchConditions }) => matchConditions.includes(plainRenewalCondition));
}

function webhooksFor({ webhooks }: Registration, kind: Kind, operation: ChangeOperation): readonly RegisteredWebhook[] {
  return webhooks.filter(({ rules }) => rules.some((rule) => matchesRule(rule, kind, operation)));
}

function matchesRule({ apiGroups, resources, operations, scope }: RegisteredRule, kind: Kind, operation: ChangeOperation): boolean {
  const served = servedVersions.filter(({ gvk }) => gvk.kind === kind);
  const names = (list: readonly string[], ...wanted: readonly string[]) => wanted.some((name) => list.includes(name));
  return (
    scope !== "Cluster" &&
    names(operations, "*", operation) &&
    served.some(({ gvk, resource }) => names(apiGroups, "*", gvk.group) && names(resources, "*", "*/*", resource, `${resource}/*`))
  );
}

/**
 * The label whose value is the name of the namespace. lease-guard does not read other labels of a
 * namespace. A requirement on another label therefore counts as matching.
 */
const nameLabel = "kubernetes.io/metadata.name";

function selectsNamespace({ namespaceSelector }: RegisteredWebhook, namespace: string): boolean {
  return namespaceSelector.every((requirement) => requirement.key !== nameLabel || holds(requirement, namespace));
}

function holds({ operator, values }: LabelRequirement, value: string): boolean {
  if (operator === "In") return values.includes(value);
  return operator === "NotIn" ? !values.includes(value) : operator !== "DoesNotExist";
}
