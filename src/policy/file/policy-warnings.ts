import { clientGoDefaults } from "../../core/api/client-go-defaults.ts";
import type { FieldPath } from "../../core/field/path.ts";
import { ruleById } from "../../rules/find-rule.ts";
import { rules } from "../../rules/index.ts";
import type { Rule, RuleId } from "../../rules/rule.ts";
import { unguardedSeconds } from "../../rules/shared/lease-term.ts";
import {
  lacksAllParameters,
  offWithoutParameters,
  type Policy,
  ruleField,
  type Setting,
  scopeField,
} from "../policy.ts";
import { isActive, isEverOn, resolveRule } from "../resolve.ts";
import { patternWarnings } from "./pattern-warnings.ts";
import type { PolicyWarning } from "./policy-warning.ts";
import { scopeWarnings } from "./scope-warnings.ts";
import { writerWarnings } from "./writer-warnings.ts";

/** Returns the warnings about a policy. `now` decides which dates have passed. */
export function policyWarnings(policy: Policy, now: Date): readonly PolicyWarning[] {
  return [
    ...clockSkewWarnings(policy),
    ...scopeWarnings(policy),
    ...patternWarnings(policy),
    ...rules.flatMap((rule) => [...ruleWarnings(rule, policy, now)]),
    ...writerWarnings(policy, now),
    ...exemptionWarnings(policy, now),
  ];
}

/** The lease duration in seconds that most programs use: the default of client-go. */
const { leaseDurationSeconds: usualTermSeconds } = clientGoDefaults;

/**
 * Returns a warning about a clock skew allowance below a second. client-go compares renewals by the
 * second, so a client with a short retry period can take over a lease up to a second early. Also
 * returns a warning about an allowance that is too long to guard usual lease terms.
 */
function clockSkewWarnings({ clockSkewMs }: Policy): readonly PolicyWarning[] {
  const warning = (message: string) => [{ field: ["clockSkewAllowance"], message }];
  if (clockSkewMs < 1000) return warning("is below 1s, but client-go can take over a lease up to 1s early");
  const seconds = unguardedSeconds(clockSkewMs);
  if (seconds < usualTermSeconds) return [];
  return warning(`is too long to guard lease terms of up to ${seconds}s, but most programs use ${usualTermSeconds}s`);
}

function* ruleWarnings(rule: Rule, policy: Policy, now: Date): Iterable<PolicyWarning> {
  const settings = policy.rules.get(rule.id);
  if (settings === undefined) return;
  const { scopes = [] } = settings;
  yield* settingWarnings(rule, settings, ruleField(rule.id), now);
  for (const [index, scope] of scopes.entries()) yield* settingWarnings(rule, scope, scopeField(rule.id, index), now);
}

function* settingWarnings(
  { tier }: Rule,
  { mode, warnUntil }: Setting,
  field: FieldPath,
  now: Date,
): Iterable<PolicyWarning> {
  if (tier === "api" && mode !== undefined && mode !== "deny")
    yield {
      field: [...field, "mode"],
      message: "weakens a rule of tier api, but kube-apiserver itself denies such writes",
    };
  if (warnUntil !== undefined && warnUntil <= now)
    yield {
      field: [...field, "warnUntil"],
      message: `has passed: the rule has denied since ${warnUntil.toISOString()}`,
    };
}

function exemptionWarnings(policy: Policy, now: Date): readonly PolicyWarning[] {
  const ids = new Set(policy.exemptions.flatMap(({ rules }) => rules));
  const reasons = new Map(Array.from(ids, (id) => [id, uselessExemption(id, policy)]));
  return policy.exemptions.flatMap((exemption, index) => {
    const field: FieldPath = ["exemptions", index];
    const useless = exemption.rules.flatMap((id, position) => {
      const message = reasons.get(id);
      return message === undefined ? [] : [{ field: [...field, "rules", position], message }];
    });
    if (isActive(exemption, now)) return useless;
    return [
      ...useless,
      { field: [...field, "expires"], message: `has passed: the exemption expired; contact ${exemption.owner}` },
    ];
  });
}

/**
 * Returns the reason why an exemption from a rule has no effect. Returns undefined if the exemption
 * has an effect.
 */
function uselessExemption(id: RuleId, policy: Policy): string | undefined {
  const rule = ruleById(id);
  if (rule?.tier === "api")
    return "has no effect on a rule of tier api, because kube-apiserver itself denies such writes";
  if (rule === undefined) return undefined;
  if (lacksAllParameters(rule, policy)) return `has no effect, because ${offWithoutParameters}`;
  return isEverOn(resolveRule(rule, policy)) ? undefined : "has no effect, because the rule is off";
}
