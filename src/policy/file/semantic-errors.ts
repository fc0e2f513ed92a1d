import { type FieldError, forbidden, invalid, required } from "../../core/field/error.ts";
import type { FieldPath } from "../../core/field/path.ts";
import { hourMs, parseDuration } from "../../core/text/duration.ts";
import { matchesGlob } from "../../core/text/glob.ts";
import { type KnownRuleId, rules } from "../../rules/index.ts";
import type { Rule, RuleId } from "../../rules/rule.ts";
import {
  anonymousUser,
  authenticatedGroup,
  nodeGroup,
  serviceAccountsGroup,
  unauthenticatedGroup,
} from "../../rules/shared/identities.ts";
import { lacksParameters, maxClockSkewMs, offWithoutParameters, ruleField, scopeField } from "../policy.ts";
import { fenceErrors } from "./decode-fence.ts";
import type { PolicyDocument, RuleEntry, SettingEntry } from "./policy-document.ts";

/**
 * Users and groups that many unrelated clients share, such as all pods or all nodes. A pattern for
 * administrators must not match any of these names.
 */
const everyones = {
  users: [anonymousUser],
  groups: [authenticatedGroup, unauthenticatedGroup, serviceAccountsGroup, nodeGroup],
} as const;

/**
 * Yields the errors that a JSON Schema cannot find. Skips each part for which `decodes` returns
 * false, because the schema check reports this part.
 */
export function* semanticErrors(policy: PolicyDocument, decodes: (part: FieldPath) => boolean): Iterable<FieldError> {
  if (decodes(["clockSkewAllowance"])) yield* clockSkewErrors(policy);
  if (decodes(["administrators"])) yield* administratorErrors(policy);
  for (const rule of rules) {
    const { id, parameters } = rule;
    const entry = policy.rules?.[id as KnownRuleId];
    if (!entry || !decodes(ruleField(id))) continue;
    const all = settings(entry, id);
    yield* withoutDenyErrors(all);
    yield* missingParameters(rule, all);
    if (parameters?.conflict !== undefined) yield* conflicts(parameters, all);
  }
  if (decodes(["fences"])) yield* fenceErrors(policy.fences ?? []);
}

function* clockSkewErrors({ clockSkewAllowance }: PolicyDocument): Iterable<FieldError> {
  if (clockSkewAllowance !== undefined && (parseDuration(clockSkewAllowance) ?? 0) > maxClockSkewMs)
    yield invalid(["clockSkewAllowance"], clockSkewAllowance, `must be at most ${maxClockSkewMs / hourMs}h`);
}

/**
 * Yields an error for each administrator pattern that matches a name in `everyones`. Such a pattern
 * would exempt too many clients from the rules that limit the writers.
 */
function* administratorErrors({ administrators }: PolicyDocument): Iterable<FieldError> {
  for (const [kind, everyone] of Object.entries(everyones)) {
    for (const [index, pattern] of (administrators?.[kind as keyof typeof everyones] ?? []).entries()) {
      const name = everyone.find((each) => matchesGlob(pattern, each));
      if (name !== undefined) yield invalid(["administrators", kind, index], pattern, `must not match ${name}`);
    }
  }
}

const ofModeDeny = ["warnUntil", "warnNewHolder"] as const satisfies readonly (keyof SettingEntry)[];

function* withoutDenyErrors(all: LocatedSettings): Iterable<FieldError> {
  for (const [setting, path] of all) {
    if (setting.mode === "deny") continue;
    for (const field of ofModeDeny)
      if (setting[field] !== undefined) yield forbidden([...path, field], "requires mode: deny next to it");
  }
}

/**
 * Yields an error for each mode that has no effect because the rule has no parameters. A rule of
 * tier policy without parameters is off. If a scope has parameters, the general mode has an effect.
 */
function* missingParameters(rule: Rule, [general, ...scopes]: LocatedSettings): Iterable<FieldError> {
  if (!lacksParameters(rule, general[0])) return;
  const nowhere = scopes.every(([scope]) => lacksParameters(rule, scope));
  for (const [setting, path] of [...(nowhere ? [general] : []), ...scopes]) {
    if (setting.mode !== undefined && setting.mode !== "off" && lacksParameters(rule, setting))
      yield required([...path, "parameters"], `must be set, because ${offWithoutParameters}`);
  }
}

function* conflicts({ conflict }: NonNullable<Rule["parameters"]>, all: LocatedSettings): Iterable<FieldError> {
  for (const [{ parameters }, path] of all) {
    const found = parameters && conflict?.(parameters);
    if (found) yield invalid([...path, "parameters", found.parameter], parameters[found.parameter], found.detail);
  }
}

type LocatedSetting = readonly [setting: SettingEntry, path: FieldPath];

/** The general setting of a rule, then the setting of each scope. */
type LocatedSettings = readonly [general: LocatedSetting, ...scopes: readonly LocatedSetting[]];

function settings(rule: RuleEntry, id: RuleId): LocatedSettings {
  const scopes = (rule.scopes ?? []).map((scope, index): LocatedSetting => [scope, scopeField(id, index)]);
  return [[rule, ruleField(id)], ...scopes];
}
