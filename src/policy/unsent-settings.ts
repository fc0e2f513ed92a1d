import type { FieldPath } from "../field/path.ts";
import type { Registration } from "../registration/registration.ts";
import { excludesNamespace, type UnsentWrites, unsentWrites } from "../registration/unsent-writes.ts";
import { ruleById } from "../rules/find-rule.ts";
import { rules } from "../rules/index.ts";
import type { Rule, RuleId } from "../rules/rule.ts";
import { hasWildcard } from "../text/glob.ts";
import { type ExplainedSetting, settingsFor } from "./explain.ts";
import { type Policy, ruleField, scopeField } from "./policy.ts";

/**
 * Returns the writes to which a setting applies, but which kube-apiserver does not send to the
 * webhook. Returns no writes if the mode is `off`. Checks the namespace `namespace` or, if it is
 * undefined, the namespaces of the setting.
 */
export function notSent(setting: ExplainedSetting, registration: Registration, namespace?: string): readonly UnsentWrites[] {
  const rule = ruleById(setting.rule);
  if (rule === undefined || setting.mode === "off") return [];
  const asked = namespace === undefined ? (setting.match?.namespaces ?? []) : [namespace];
  return [...unsentWrites(rule, registration), ...unsentNamespaces(rule, registration, asked)];
}

/**
 * Returns the names in `patterns` of namespaces that the webhook configuration excludes. Ignores
 * the rule's own namespace, which `unsentWrites` checks. Ignores a pattern with `*`, because the
 * pattern can also match other namespaces.
 */
function unsentNamespaces(rule: Rule, registration: Registration, patterns: readonly string[]): readonly UnsentWrites[] {
  const names = patterns.filter((pattern) => pattern !== rule.namespace && !hasWildcard(pattern));
  const unsent = names.filter((name) => excludesNamespace(registration, rule, name));
  return unsent.map((namespace) => ({ what: "namespace", namespace }));
}

/** A field of a policy, and the writes to which the field applies, but which are not sent. */
export interface UnsentSetting {
  readonly rule: RuleId;
  readonly field: FieldPath;
  readonly unsent: readonly UnsentWrites[];
}

/**
 * Returns the active rules and scopes of a policy that apply to writes that kube-apiserver does not
 * send. Leaves out rules that only the profile sets.
 */
export function unsentSettings(policy: Policy, registration: Registration, now: Date): readonly UnsentSetting[] {
  const active = settingsFor(policy, {}, now).filter(({ mode, decidedBy }) => mode !== "off" && decidedBy !== "exemption");
  const found = rules.flatMap((rule): readonly UnsentSetting[] => {
    const set = policy.rules.get(rule.id);
    const settings = active.filter((setting) => setting.rule === rule.id);
    if (set === undefined || settings.length === 0) return [];
    const scopes = (set.scopes ?? []).flatMap(({ match }, index) => {
      const isActive = settings.some((setting) => setting.match === match);
      if (!isActive) return [];
      return [{ rule: rule.id, field: scopeField(rule.id, index), unsent: unsentNamespaces(rule, registration, match.namespaces ?? []) }];
    });
    return [{ rule: rule.id, field: ruleField(rule.id), unsent: unsentWrites(rule, registration) }, ...scopes];
  });
  return found.filter(({ unsent }) => unsent.length > 0);
}

/** Returns a short description of writes, such as `DELETE of Leases, plain renewals`. */
export function unsentText(unsent: readonly UnsentWrites[]): string {
  return unsent.map(writesText).join(", ");
}

function writesText(unsent: UnsentWrites): string {
  if (unsent.what === "operation") return `${unsent.operation} of ${unsent.kind}s`;
  return unsent.what === "namespace" ? `writes in ${unsent.namespace}` : "plain renewals";
}
