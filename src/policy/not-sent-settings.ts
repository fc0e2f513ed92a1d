import { excludesNamespace, type NotSentWrites, notSentWrites } from "../cluster/registration/not-sent-writes.ts";
import type { Registration } from "../cluster/registration/registration.ts";
import type { FieldPath } from "../core/field/path.ts";
import { hasWildcard } from "../core/text/glob.ts";
import { ruleById } from "../rules/find-rule.ts";
import { rules } from "../rules/index.ts";
import type { Rule, RuleId } from "../rules/rule.ts";
import { runsIn } from "../rules/rule-runner.ts";
import { type ExplainedSetting, settingsFor } from "./explain.ts";
import { type Policy, ruleField, scopeField } from "./policy.ts";

/**
 * The data that a rule needs, but that kube-apiserver does not send to the webhook. A relation rule
 * also needs objects other than the object of the write. kube-apiserver never sends these objects,
 * whatever the webhook configuration is.
 */
export type NotSent = NotSentWrites | { readonly what: "other-objects" };

const otherObjects: readonly NotSent[] = [{ what: "other-objects" }];

/**
 * Returns the data that a setting needs, but that kube-apiserver does not send to the webhook.
 * Returns an empty list if the mode is `off`. Checks the namespace `namespace` or, if `namespace`
 * is undefined, the namespaces of the setting.
 */
export function notSentOf(
  setting: ExplainedSetting,
  registration: Registration,
  namespace?: string,
): readonly NotSent[] {
  const rule = ruleById(setting.rule);
  if (rule === undefined || setting.mode === "off") return [];
  if (!runsIn("webhook", rule)) return otherObjects;
  const asked = namespace === undefined ? (setting.match?.namespaces ?? []) : [namespace];
  return [...notSentWrites(rule, registration), ...notSentNamespaces(rule, registration, asked)];
}

/**
 * Returns the names in `patterns` of namespaces that the webhook configuration excludes. Ignores
 * the rule's own namespaces, which `notSentWrites` checks. Ignores a pattern with `*`, because the
 * pattern can also match other namespaces.
 */
function notSentNamespaces(
  rule: Rule,
  registration: Registration,
  patterns: readonly string[],
): readonly NotSentWrites[] {
  const names = patterns.filter((pattern) => !rule.namespaces?.includes(pattern) && !hasWildcard(pattern));
  const notSent = names.filter((name) => excludesNamespace(registration, rule, name));
  return notSent.map((namespace) => ({ what: "namespace", namespace }));
}

export interface NotSentSetting {
  readonly rule: RuleId;
  readonly field: FieldPath;
  readonly notSent: readonly NotSent[];
}

/**
 * Returns the active rules and scopes of a policy that need data that kube-apiserver does not send
 * to the webhook. Ignores the rules that only the profile sets.
 */
export function notSentSettings(policy: Policy, registration: Registration, now: Date): readonly NotSentSetting[] {
  const active = settingsFor(policy, {}, now).filter(({ mode, setBy }) => mode !== "off" && setBy !== "exemption");
  const found = rules.flatMap((rule): readonly NotSentSetting[] => {
    const set = policy.rules.get(rule.id);
    const settings = active.filter((setting) => setting.rule === rule.id);
    if (set === undefined || settings.length === 0) return [];
    if (!runsIn("webhook", rule)) return [{ rule: rule.id, field: ruleField(rule.id), notSent: otherObjects }];
    const scopes = (set.scopes ?? []).flatMap(({ match }, index) => {
      const isActive = settings.some((setting) => setting.match === match);
      if (!isActive) return [];
      return [
        {
          rule: rule.id,
          field: scopeField(rule.id, index),
          notSent: notSentNamespaces(rule, registration, match.namespaces ?? []),
        },
      ];
    });
    return [{ rule: rule.id, field: ruleField(rule.id), notSent: notSentWrites(rule, registration) }, ...scopes];
  });
  return found.filter(({ notSent }) => notSent.length > 0);
}

/** Returns a short description of what is not sent, such as `DELETE of Leases, plain renewals`. */
export function notSentText(notSent: readonly NotSent[]): string {
  return notSent.map(textOfNotSent).join(", ");
}

function textOfNotSent(notSent: NotSent): string {
  switch (notSent.what) {
    case "operation":
      return `${notSent.operation} of ${notSent.kind}s`;
    case "namespace":
      return `writes in ${notSent.namespace}`;
    case "plain-renewals":
      return "plain renewals";
    case "other-objects":
      return "other objects";
  }
}
