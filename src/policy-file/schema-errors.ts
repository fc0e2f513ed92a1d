import { type FieldError, invalid } from "../field/error.ts";
import type { FieldPath } from "../field/path.ts";
import { rules } from "../rules/index.ts";
import { suggestRule } from "../rules/suggest-rule.ts";
import type { SchemaFinding } from "../schema/check.ts";
import { checkConfiguration } from "../schema/check-configuration.ts";
import { validators } from "./generated.ts";

const schema = "lease-guard.dev/v1alpha1/policy.json";

/** What is to be written where there is nothing, by the field's name. */
const requiredDetails: Readonly<Record<string, string>> = {
  apiVersion: "must be lease-guard.dev/v1alpha1",
  kind: "must be Policy",
  match: "must say which writes are meant",
  rules: "must name the rules",
  reason: "must say why",
  owner: "must say whom to ask",
  expires: "must be the day from which on it no longer holds",
};

/** Where a value is no policy by its schema, with what may have been meant; at most 100 places. */
export function schemaErrors(value: unknown): readonly FieldError[] {
  return checkConfiguration(validators, schema, value).map(advised);
}

function advised({ origin, type, badValue, detail, field: way }: SchemaFinding): FieldError {
  const [part, id, ...rest] = way;
  const field: FieldPath = part === "rules" && typeof id === "string" ? [part, { key: id }, ...rest] : way;
  if (origin === "schema/required") return { type, field, detail: requiredDetails[String(way.at(-1))] ?? detail };
  if (origin === "schema/unknown-field" && part === "rules") {
    if (rest.length === 0) return { type, field, detail: detail.includes("must stand") ? detail : `unknown rule, ${advice(id)}` };
    return { type, field, detail: rest.at(-1) === "parameters" ? "this rule has no parameters" : detail };
  }
  if (origin === "schema/value" && part === "exemptions") return invalid(field, badValue, `must be a rule: ${advice(badValue)}`);
  // A number, and `yes`, which is true to YAML 1.1.
  const unquoted = detail === "must be a string" && ["number", "boolean"].includes(typeof badValue);
  return { type, field, badValue, detail: unquoted ? `${detail}: put it in quotes` : detail };
}

const ruleIds = rules.map(({ id }) => id);

function advice(text: unknown): string {
  return suggestRule(typeof text === "string" ? text : "", ruleIds);
}
