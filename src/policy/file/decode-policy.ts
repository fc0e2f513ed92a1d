import { isJsonObject } from "../../core/api/json-object.ts";
import type { FieldError } from "../../core/field/error.ts";
import { type FieldPath, formatPath } from "../../core/field/path.ts";
import { failed, ok, type Result } from "../../core/field/result.ts";
import { parseDuration } from "../../core/text/duration.ts";
import { parseDateOrTime } from "../../core/text/time.ts";
import type { RuleId } from "../../rules/rule.ts";
import { maxSchemaErrors } from "../../schema/compiled-schema.ts";
import { defaultAdministrators, defaultClockSkewMs, defaultPolicy, type Policy, type Setting } from "../policy.ts";
import { decodeFence } from "./decode-fence.ts";
import { type MergedDocument, mergeDocuments, type PartError } from "./merge-documents.ts";
import type { PolicyDocument, SettingEntry } from "./policy-document.ts";
import { schemaErrors } from "./schema-errors.ts";
import { semanticErrors } from "./semantic-errors.ts";

export interface DecodedPolicy extends Pick<MergedDocument, "partOf"> {
  readonly policy: Policy;
}

/**
 * Decodes a JSON value with the schema `schemas/lease-guard.dev/v1alpha1/policy.json`. Returns the
 * policy, or the errors of the value.
 */
export function decodePolicy(value: unknown): Result<Policy, readonly FieldError[]> {
  const decoded = decodePolicies([value]);
  return decoded.ok ? ok(decoded.value.policy) : failed(decoded.error.map(({ error }) => error));
}

/**
 * Decodes JSON values that form one policy. Compares the values with each other only if all of them
 * match the schema.
 */
export function decodePolicies(written: readonly unknown[]): Result<DecodedPolicy, readonly PartError[]> {
  const values = written.map(withModes);
  const errors = values.flatMap((value, part) => schemaErrors(value).map((error) => ({ part, error })));
  // With `maxSchemaErrors` errors, the schema check stops before the end of the value. Later fields
  // can then be invalid, too.
  const isPartial = errors.length >= maxSchemaErrors || errors.some(({ error }) => error.field.length === 0);
  if (isPartial || (values.length > 1 && errors.length > 0)) return failed(errors);
  // An unknown field does not prevent the check of the other fields.
  const unreadable = errors.filter(({ error }) => error.type !== "FieldValueForbidden");
  const { document, partOf, conflicts } = mergeDocuments(values as readonly PolicyDocument[]);
  const semantic = semanticErrors(document, (part) => !unreadable.some(({ error }) => areNested(error.field, part)));
  const ofParts = [...semantic].map((error) => {
    const { part, field } = partOf(error.field);
    return { part, error: { ...error, field } };
  });
  const all = [...errors, ...conflicts, ...ofParts];
  return all.length > 0 ? failed(all) : ok({ policy: fromDocument(document), partOf });
}

/**
 * Replaces each mode `false` with `off`. YAML 1.1 reads `off` without quotes as false, and kubectl
 * does the same.
 */
function withModes(value: unknown): unknown {
  return withField(value, "rules", (rules) =>
    isJsonObject(rules)
      ? Object.fromEntries(Object.entries(rules).map(([id, rule]) => [id, withScopes(withMode(rule))]))
      : rules,
  );
}

function withMode(setting: unknown): unknown {
  return withField(setting, "mode", (mode) => (mode === false ? "off" : mode));
}

function withScopes(rule: unknown): unknown {
  return withField(rule, "scopes", (scopes) => (Array.isArray(scopes) ? scopes.map(withMode) : scopes));
}

function withField(value: unknown, name: string, change: (field: unknown) => unknown): unknown {
  return isJsonObject(value) && Object.hasOwn(value, name) ? { ...value, [name]: change(value[name]) } : value;
}

/** Reports whether two paths are equal, or one path is the beginning of the other path. */
function areNested(a: FieldPath, b: FieldPath): boolean {
  const length = Math.min(a.length, b.length);
  return formatPath(a.slice(0, length)) === formatPath(b.slice(0, length));
}

function fromDocument(document: PolicyDocument): Policy {
  const {
    profile = defaultPolicy.profile,
    clockSkewAllowance,
    administrators,
    unvalidated,
    rules,
    exemptions,
    fences,
  } = document;
  return {
    profile,
    clockSkewMs: parseDuration(clockSkewAllowance ?? "") ?? defaultClockSkewMs,
    administrators: { ...defaultAdministrators, ...administrators },
    unvalidated,
    rules: new Map(
      Object.entries(rules ?? {}).map(([id, rule]) => {
        const { scopes, ...setting } = rule ?? {};
        const decodedScopes = scopes?.map(({ match, ...scope }) => ({ match, ...toSetting(scope) }));
        return [id as RuleId, { ...toSetting(setting), ...(decodedScopes && { scopes: decodedScopes }) }];
      }),
    ),
    exemptions: (exemptions ?? []).map(({ expires, ...exemption }) => ({ ...exemption, expires: toDate(expires) })),
    fences: (fences ?? []).map(decodeFence),
  };
}

function toSetting({ warnUntil, ...setting }: SettingEntry): Setting {
  return { ...setting, ...(warnUntil !== undefined && { warnUntil: toDate(warnUntil) }) };
}

/**
 * Converts a date or a time that the schema accepts. Returns an invalid Date for any other string.
 */
function toDate(text: string): Date {
  return parseDateOrTime(text) ?? new Date(Number.NaN);
}
