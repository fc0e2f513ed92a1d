import { isJsonObject, property } from "../../core/api/json-object.ts";
import { type FieldError, invalid } from "../../core/field/error.ts";
import type { FieldPath } from "../../core/field/path.ts";
import { mustBeARule, ruleById } from "../../rules/find-rule.ts";
import { rules } from "../../rules/index.ts";
import type { Rule, RuleId } from "../../rules/rule.ts";
import { checkWith } from "../../schema/check.ts";
import { maxSchemaErrors } from "../../schema/compiled-schema.ts";
import type { KnownFields } from "../../schema/known-fields.ts";
import { configurationError, type RequiredDetails, type SchemaFinding } from "../../schema/to-field-error.ts";
import { fieldsOf, unknownFieldsIn, withUnknownFields } from "../../schema/unknown-fields.ts";
import { ruleField, scopeField } from "../policy.ts";
import { validators } from "./generated.ts";
import { parametersPath, policyApiVersion, policyPath, type SettingEntry } from "./policy-document.ts";

const requiredDetails: RequiredDetails = {
  apiVersion: `must be ${policyApiVersion}`,
  kind: "must be Policy",
  match: "must select writes",
  rules: "must list rules",
  reason: "must give a reason",
  owner: "must name a contact",
  expires: "must be the date when the exemption expires",
  name: "must name the fence",
  lease: "must be the Lease of the election: NAMESPACE/NAME",
  serviceAccount: "must be the service account of the replicas: NAMESPACE/NAME",
  identity: "must be the form of the holder identity: POD, POD_*, POD with a fixed suffix, or NODE_*",
  resources: "must list the resources that only the leader writes",
};

const documentFields = fieldsOf(policyPath);

/** The fields of a policy. The ids of the rules are fields of `rules`. */
const policyFields: KnownFields = {
  ...documentFields,
  rules: Object.fromEntries(rules.map((rule) => [rule.id, settingFields(rule)])),
};

function settingFields({ id, parameters }: Rule): KnownFields {
  const plain = { mode: null, warnUntil: null, warnNewHolder: null } satisfies Record<
    Exclude<keyof SettingEntry, "parameters">,
    null
  >;
  const fields = parameters === undefined ? plain : { ...plain, parameters: fieldsOf(parametersPath(id)) };
  return { ...fields, scopes: { match: documentFields["exemptions"]?.["match"] ?? null, ...fields } };
}

/**
 * Returns at most 100 errors of a value that does not match the schema of a policy. Returns an
 * empty list if the value matches. If possible, an error contains advice on the correct value.
 */
export function schemaErrors(value: unknown): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const error of valueErrors(value)) {
    errors.push(error);
    if (errors.length === maxSchemaErrors) break;
  }
  return withUnknownFields(errors, unknownFieldsIn(policyFields, value).map(advised));
}

/**
 * Yields the errors of the values in a policy. The compiled schema of a policy accepts all rule ids
 * and parameters, so that its code does not repeat the setting of each rule.
 */
function* valueErrors(value: unknown): Iterable<FieldError> {
  yield* checkWith(validators, policyPath, withKnownRules(value)).map(advised);
  yield* parametersErrors(property(value, "rules"));
  yield* exemptedRuleErrors(property(value, "exemptions"));
}

function withKnownRules(value: unknown): unknown {
  const settings = property(value, "rules");
  if (!isJsonObject(value) || !isJsonObject(settings)) return value;
  return { ...value, rules: Object.fromEntries(Object.entries(settings).filter(([id]) => ruleById(id) !== undefined)) };
}

/** Yields the errors of the parameters of each rule, in its setting and in its scopes. */
function* parametersErrors(settings: unknown): Iterable<FieldError> {
  for (const [id, setting] of isJsonObject(settings) ? Object.entries(settings) : []) {
    const rule = ruleById(id);
    if (rule?.parameters === undefined) continue;
    const scopes = property(setting, "scopes");
    yield* parametersErrorsIn(rule.id, setting, ruleField(rule.id));
    for (const [index, scope] of Array.isArray(scopes) ? scopes.entries() : []) {
      yield* parametersErrorsIn(rule.id, scope, scopeField(rule.id, index));
    }
  }
}

function* parametersErrorsIn(id: RuleId, setting: unknown, path: FieldPath): Iterable<FieldError> {
  const parameters = property(setting, "parameters");
  if (parameters === undefined) return;
  for (const { field, ...finding } of checkWith(validators, parametersPath(id), parameters))
    yield configurationError({ ...finding, field: [...path, "parameters", ...field] }, requiredDetails);
}

function* exemptedRuleErrors(exemptions: unknown): Iterable<FieldError> {
  for (const [index, exemption] of Array.isArray(exemptions) ? exemptions.entries() : []) {
    const ids = property(exemption, "rules");
    for (const [place, id] of Array.isArray(ids) ? ids.entries() : [])
      if (typeof id !== "string" || ruleById(id) === undefined)
        yield invalid(["exemptions", index, "rules", place], id, mustBe(id));
  }
}

function advised(finding: SchemaFinding): FieldError {
  const { origin, type, detail, advice, field: path } = finding;
  const [part, id, ...rest] = path;
  if (part === "fences" && path.length === 3 && path[2] === "warnUntil")
    return {
      type,
      field: path,
      detail: "a date must not deny writes: set mode: warn, and change it to deny when no write causes a warning",
    };
  const field: FieldPath = part === "rules" && typeof id === "string" ? [part, { key: id }, ...rest] : path;
  if (origin === "schema/unknown-field" && part === "rules") {
    if (rest.length === 0) return { type, field, detail: advice?.kind === "elsewhere" ? detail : mustBe(id) };
    return { type, field, detail: rest.at(-1) === "parameters" ? "this rule has no parameters" : detail };
  }
  return configurationError({ ...finding, field }, requiredDetails);
}

function mustBe(id: unknown): string {
  return mustBeARule(typeof id === "string" ? id : "");
}
