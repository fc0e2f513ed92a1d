import type { FieldPath } from "../field/path.ts";
import type { Registration } from "../registration/registration.ts";
import { excludesNamespace, type UnsentWrites, unsentWrites } from "../registration/unsent-writes.ts";
import { ruleById } from "../rules/find-rule.ts";
import { rules } from "../rules/index.ts";
import type { Rule, RuleId } from "../rules/rule.ts";
import { runsIn } from "../rules/rule-runner.ts";
import { hasWildcard } from "../text/glob.ts";
import { type ExplainedSetting, settingsFor } from "./explain.ts";
import { type Policy, ruleField, scopeField } from "./policy.ts";

/**
 * The data that a rule needs, but that kube-apiserver does not send to the webhook. A relation rule
 * also needs objects other than the object of the write. kube-apiserver never sends these objects,
 * whatever the webhook configuration is.
 */
export type Unsent = UnsentWrites | { readonly what: "other-objects" };

const otherObjects: readonly Unsent[] = [{ what: "other-objects" }];

/**
 * Returns the data that a setting needs, but that kube-apiserver does not send to the webhook.
 * Returns an empty list if the mode is `off`. Checks the namespace `namespace` or, if `namespace`
 * is undefined, the namespaces of the setting.
 */
export function unsentOf(setting: ExplainedSetting, registration: Registration, namespace?: string): readonly Unsent[] {
  const rule = ruleById(setting.rule);
  if (rule === undefined || setting.mode === "off") return [];
  if (!runsIn("webhook", rule)) return otherObjects;
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

/** A field of a policy, and the data that its rule needs, but that kube-apiserver does not send. */
export interface UnsentSetting {
  readonly rule: RuleId;
  readonly field: FieldPath;
  readonly unsent: readonly Unsent[];
}

/**
 * Returns the active rules and scopes of a policy that need data that kube-apiserver does not send
 * to the webhook. Ignores the rules that only the profile sets.
 */
export function unsentSettings(policy: Policy, registration: Registration, now: Date): readonly UnsentSetting[] {
  const active = settingsFor(policy, {}, now).filter(({ mode, decidedBy }) => mode !== "off" && decidedBy !== "exemption");
  const found = rules.flatMap((rule): readonly UnsentSetting[] => {
    const set = policy.rules.get(rule.id);
    const settings = active.filter((setting) => setting.rule === rule.id);
    if (set === undefined || settings.length === 0) return [];
    if (!runsIn("webhook", rule)) return [{ rule: rule.id, field: ruleField(rule.id), unsent: otherObjects }];
    const scopes = (set.scopes ?? []).flatMap(({ match }, index) => {
      const isActive = settings.some((setting) => setting.match === match);
      if (!isActive) return [];
      return [{ rule: rule.id, field: scopeField(rule.id, index), unsent: unsentNamespaces(rule, registration, match.namespaces ?? []) }];
    });
    return [{ rule: rule.id, field: ruleField(rule.id), unsent: unsentWrites(rule, registration) }, ...scopes];
  });
  return found.filter(({ unsent }) => unsent.length > 0);
}

/** Returns a short description of unsent writes, such as `DELETE of Leases, plain renewals`. */
export function unsentText(unsent: readonly Unsent[]): string {
  return unsent.map(textOfUnsent).join(", ");
}

function textOfUnsent(unsent: Unsent): string {
  switch (unsent.what) {
    case "operation":
      return `${unsent.operation} of ${unsent.kind}s`;
    case "namespace":
      return `writes in ${unsent.namespace}`;
    case "plain-renewals":
      return "plain renewals";
    case "other-objects":
      return "other objects";
  }
}
