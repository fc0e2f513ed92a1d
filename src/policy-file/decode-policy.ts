import type { FieldError } from "../field/error.ts";
import { type FieldPath, formatPath } from "../field/path.ts";
import { defaultClockSkewMs, type Policy, type Setting } from "../policy/policy.ts";
import type { RuleId } from "../rules/rule.ts";
import { parseDateOrTime } from "../text/date-or-time.ts";
import { parseDuration } from "../text/duration.ts";
import type { PolicySource, SettingSource } from "./policy-source.ts";
import { schemaErrors } from "./schema-errors.ts";
import { semanticErrors } from "./semantic-errors.ts";

/** As many as a schema's check tells of: beyond it, it has not looked. */
const maxShapeErrors = 100;

/** Makes a policy of the JSON value that `schemas/lease-guard.dev/v1alpha1/policy.json` describes, or tells all that is wrong with it. */
export function decodePolicy(value: unknown): Policy | readonly FieldError[] {
  const errors = schemaErrors(value);
  if (errors.length >= maxShapeErrors || errors.some(({ field }) => field.length === 0)) return errors;
  // A field too many makes nothing else unreadable.
  const illTyped = errors.filter(({ type }) => type !== "FieldValueForbidden");
  const all = [...errors, ...semanticErrors(value as PolicySource, (part) => !illTyped.some(({ field }) => meet(field, part)))];
  return all.length > 0 ? all : toPolicy(value as PolicySource);
}

/** Tells the two outcomes of decoding a policy apart. */
export function isPolicy(decoded: Policy | readonly FieldError[]): decoded is Policy {
  return "profile" in decoded;
}

/** True when one path leads to the other's field, or through it. */
function meet(a: FieldPath, b: FieldPath): boolean {
  const length = Math.min(a.length, b.length);
  return formatPath(a.slice(0, length)) === formatPath(b.slice(0, length));
}

function toPolicy({ profile = "default", clockSkewAllowance, rules, exemptions }: PolicySource): Policy {
  return {
    profile,
    clockSkewMs: parseDuration(clockSkewAllowance ?? "") ?? defaultClockSkewMs,
    rules: new Map(
      Object.entries(rules ?? {}).map(([id, rule]) => {
        const { scopes, ...setting } = rule ?? {};
        const ofScopes = scopes?.map(({ match, ...scope }) => ({ match, ...toSetting(scope) }));
        return [id as RuleId, { ...toSetting(setting), ...(ofScopes && { scopes: ofScopes }) }];
      }),
    ),
    exemptions: (exemptions ?? []).map(({ expires, ...exemption }) => ({ ...exemption, expires: toDate(expires) })),
  };
}

function toSetting({ warnUntil, ...setting }: SettingSource): Setting {
  return { ...setting, ...(warnUntil !== undefined && { warnUntil: toDate(warnUntil) }) };
}

/** Only for what the schema's format accepts. */
function toDate(text: string): Date {
  return parseDateOrTime(text) ?? new Date(Number.NaN);
}
