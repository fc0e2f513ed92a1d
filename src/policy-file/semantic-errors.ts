import { type FieldError, forbidden, invalid, required } from "../field/error.ts";
import type { FieldPath } from "../field/path.ts";
import { type KnownRuleId, rules } from "../rules/index.ts";
import type { Rule } from "../rules/rule.ts";
import { dayMs, parseDuration } from "../text/duration.ts";
import type { PolicySource, RuleSource, SettingSource } from "./policy-source.ts";

/** 24 h: there are clients whose clocks are hours off, and nothing is left to guard where days are allowed. */
const maxClockSkewMs = dayMs;

/** What is wrong with a policy although it decodes. A part that does not is left out, for what is wrong with it has been told. */
export function* semanticErrors(policy: PolicySource, decodes: (part: FieldPath) => boolean): Iterable<FieldError> {
  if (decodes(["clockSkewAllowance"])) yield* clockSkewErrors(policy);
  for (const { id, tier, parameters } of rules) {
    const written = policy.rules?.[id as KnownRuleId];
    const field: FieldPath = ["rules", { key: id }];
    if (!written || !decodes(field)) continue;
    yield* rampErrors(written, field);
    if (tier === "policy") yield* parametersErrors(written, field);
    if (parameters?.fault !== undefined) yield* parameterFaults(parameters, written, field);
  }
}

function* clockSkewErrors({ clockSkewAllowance }: PolicySource): Iterable<FieldError> {
  if (clockSkewAllowance !== undefined && (parseDuration(clockSkewAllowance) ?? 0) > maxClockSkewMs)
    yield invalid(["clockSkewAllowance"], clockSkewAllowance, "must be at most 24h");
}

/** What is warned of until a day is refused from then on, and by nothing else. */
function* rampErrors(rule: RuleSource, field: FieldPath): Iterable<FieldError> {
  for (const [setting, place] of settings(rule, field)) {
    if (setting.warnUntil !== undefined && setting.mode !== "deny")
      yield forbidden([...place, "warnUntil"], "must have mode: deny beside it");
  }
}

/** Without parameters the rule is off, whatever its mode. */
function* parametersErrors(rule: RuleSource, field: FieldPath): Iterable<FieldError> {
  if (rule.parameters !== undefined) return;
  const [general, ...scopes] = settings(rule, field);
  const silent = scopes.every(([{ parameters }]) => parameters === undefined);
  for (const [{ mode, parameters }, place] of [...(silent && general ? [general] : []), ...scopes]) {
    if (mode !== undefined && mode !== "off" && parameters === undefined)
      yield required([...place, "parameters"], "must be given, for without parameters the rule is off");
  }
}

function* parameterFaults({ fault }: NonNullable<Rule["parameters"]>, rule: RuleSource, field: FieldPath): Iterable<FieldError> {
  for (const [{ parameters }, place] of settings(rule, field)) {
    const found = parameters && fault?.(parameters);
    if (found) yield invalid([...place, "parameters", found.parameter], parameters[found.parameter], found.detail);
  }
}

/** The general setting, then those of the scopes. */
function settings(rule: RuleSource, field: FieldPath): readonly (readonly [setting: SettingSource, place: FieldPath])[] {
  const scopes = (rule.scopes ?? []).map((scope, index) => [scope, [...field, "scopes", index]] as const);
  return [[rule, field], ...scopes];
}
