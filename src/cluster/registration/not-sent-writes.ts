import type { Kind } from "../../core/api/coordination.ts";
import type { ChangeOperation, Rule } from "../../rules/rule.ts";
import { plainRenewalCondition } from "../../rules/shared/plain-renewal.ts";
import { existingVersions, matchesWrite } from "./matches-write.ts";
import type { RegisteredWebhook, Registration } from "./registration.ts";
import { excludesName, nameLabel } from "./selects-labels.ts";

/** Writes that a rule validates, but that kube-apiserver does not send to the webhook. */
export type NotSentWrites =
  | { readonly what: "operation"; readonly kind: Kind; readonly operation: ChangeOperation }
  | { readonly what: "namespace"; readonly namespace: string }
  | { readonly what: "plain-renewals" };

/**
 * Returns the writes that a rule validates, but that kube-apiserver does not send because of the
 * webhook configuration.
 */
export function notSentWrites(rule: NotSentRule, registration: Registration): readonly NotSentWrites[] {
  const asked = rule.kinds.flatMap((kind) => rule.operations.map((operation) => ({ kind, operation })));
  const notSent = asked.filter(({ kind, operation }) => webhooksFor(registration, kind, operation).length === 0);
  const { namespaces = [] } = rule;
  const excluded = namespaces.every((namespace) => excludesNamespace(registration, rule, namespace));
  return [
    ...notSent.map(({ kind, operation }) => ({ what: "operation", kind, operation }) as const),
    ...(excluded ? namespaces.map((namespace) => ({ what: "namespace", namespace }) as const) : []),
    ...(rule.plainRenewals === true && skipsPlainRenewals(registration) ? [{ what: "plain-renewals" } as const] : []),
  ];
}

/** The fields of a rule that determine which writes the rule validates. */
export type NotSentRule = Pick<Rule, "kinds" | "operations" | "namespaces" | "plainRenewals">;

/**
 * Reports whether kube-apiserver sends writes that a rule validates, but no such writes in a
 * namespace.
 */
export function excludesNamespace(
  registration: Registration,
  { kinds, operations }: NotSentRule,
  namespace: string,
): boolean {
  const webhooks = kinds.flatMap((kind) =>
    operations.flatMap((operation) => webhooksFor(registration, kind, operation)),
  );
  return webhooks.length > 0 && webhooks.every(({ namespaceSelector }) => excludesName(namespaceSelector, namespace));
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
  const selected = names.filter((name) =>
    webhooks.some(({ namespaceSelector }) => !excludesName(namespaceSelector, name)),
  );
  if (named.length > 0 && named.every((requirements) => requirements.some(({ operator }) => operator === "In")))
    return { only: selected };
  const except = names.filter((name) => !selected.includes(name));
  return except.length === 0 ? undefined : { except };
}

function skipsPlainRenewals(registration: Registration): boolean {
  const webhooks = webhooksFor(registration, "Lease", "UPDATE");
  return (
    webhooks.length > 0 && webhooks.every(({ matchConditions }) => matchConditions.includes(plainRenewalCondition))
  );
}

/** Returns the webhooks that get writes of a kind in at least one version. */
function webhooksFor({ webhooks }: Registration, kind: Kind, operation: ChangeOperation): readonly RegisteredWebhook[] {
  const writes = existingVersions(kind).map((version) => ({ kind, version, operation }));
  return webhooks.filter((webhook) => writes.some((write) => matchesWrite(webhook, write)));
}

/**
 * The components of `manifests/components` that make kube-apiserver send more writes. The keys are
 * the reasons why kube-apiserver does not send these writes with the base manifests alone.
 */
export const componentOfWrites: Readonly<Record<NotSentWrites["what"], string>> = {
  operation: "deletions",
  namespace: "every-namespace",
  "plain-renewals": "plain-renewals",
};
