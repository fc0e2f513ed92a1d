import type { FieldPath } from "../field/path.ts";
import type { Match } from "../policy/match.ts";
import type { Policy, Setting } from "../policy/policy.ts";
import { rules } from "../rules/index.ts";
import type { Rule, RuleId } from "../rules/rule.ts";
import { hasParameters } from "./has-parameters.ts";

/** What is right as it is written, and may not be what was wanted. */
export interface PolicyWarning {
  readonly field: FieldPath;
  readonly message: string;
}

/** What an operator should know of a policy at a time. */
export function policyWarnings(policy: Policy, now: Date): readonly PolicyWarning[] {
  return [...clockSkewNotes(policy), ...rules.flatMap((rule) => [...ruleNotes(rule, policy, now)]), ...exemptionNotes(policy, now)];
}

/** client-go tells renewals apart by the second, and so takes over up to a second early where its retry period is shorter. */
function clockSkewNotes({ clockSkewMs }: Policy): readonly PolicyWarning[] {
  const message = "is below 1s, by which client-go may take a lease over early";
  return clockSkewMs < 1000 ? [{ field: ["clockSkewAllowance"], message }] : [];
}

function* ruleNotes(rule: Rule, policy: Policy, now: Date): Iterable<PolicyWarning> {
  const written = policy.rules.get(rule.id);
  if (written === undefined) return;
  const field: FieldPath = ["rules", { key: rule.id }];
  const { scopes = [] } = written;
  yield* settingNotes(rule, written, field, now);
  for (const [index, scope] of scopes.entries()) yield* settingNotes(rule, scope, [...field, "scopes", index], now);
  const catchAll = scopes.findIndex(({ match }) => matchesAll(match));
  for (const [index] of catchAll === -1 ? [] : scopes.entries()) {
    if (index > catchAll)
      yield { field: [...field, "scopes", index], message: `is never reached: scopes[${catchAll}] matches every write before it` };
  }
}

function* settingNotes({ tier }: Rule, { mode, warnUntil }: Setting, field: FieldPath, now: Date): Iterable<PolicyWarning> {
  if (tier === "api" && mode !== undefined && mode !== "deny")
    yield { field: [...field, "mode"], message: "weakens a rule of tier api: what it finds kube-apiserver itself refuses" };
  if (warnUntil !== undefined && warnUntil <= now)
    yield { field: [...field, "warnUntil"], message: `has passed: the rule denies since ${warnUntil.toISOString()}` };
}

function exemptionNotes(policy: Policy, now: Date): readonly PolicyWarning[] {
  return policy.exemptions.flatMap(({ rules, expires, owner }, index) => {
    const field: FieldPath = ["exemptions", index];
    return [
      ...rules.flatMap((id, place) => {
        const message = uselessExemption(id, policy);
        return message === undefined ? [] : [{ field: [...field, "rules", place], message }];
      }),
      ...(expires <= now
        ? [{ field: [...field, "expires"], message: `has passed: the exemption no longer holds, and ${owner} is whom to ask` }]
        : []),
    ];
  });
}

/** Why it helps nobody to be exempt from a rule. */
function uselessExemption(id: RuleId, policy: Policy): string | undefined {
  const tier = rules.find((rule) => rule.id === id)?.tier;
  if (tier === "api") return "spares nobody a rule of tier api: what it finds kube-apiserver itself refuses";
  return tier === "policy" && !hasParameters(id, policy) ? "spares nobody: without parameters the rule is off" : undefined;
}

/** A write always has a namespace, a name and a user, be they empty; it may have no group, and no label. */
function matchesAll({ namespaces, names, users, groups, labels }: Match): boolean {
  return groups === undefined && labels === undefined && [namespaces, names, users].every((patterns) => patterns?.some(isAll) ?? true);
}

function isAll(pattern: string): boolean {
  return /^\*+$/.test(pattern);
}
