import { type FieldError, invalid } from "../field/error.ts";
import type { FieldPath } from "../field/path.ts";
import { mustBeARule } from "../rules/find-rule.ts";
import { configurationError, type RequiredDetails } from "../schema/configuration-error.ts";
import type { SchemaFinding } from "../schema/to-field-error.ts";
import { checkConfiguration } from "../schema/unknown-fields.ts";
import { validators } from "./generated.ts";
import { policyApiVersion } from "./policy-document.ts";

const schema = `${policyApiVersion}/policy.json`;

const requiredDetails: RequiredDetails = {
  apiVersion: `must be ${policyApiVersion}`,
  kind: "must be Policy",
  match: "must select writes",
  rules: "must list rules",
  reason: "must give a reason",
  owner: "must name a contact",
  expires: "must be the date when the exemption expires",
};

/**
 * Returns at most 100 errors of a value that does not match the schema of a policy. Returns an
 * empty list if the value matches. If possible, an error contains advice on the correct value.
 */
export function schemaErrors(value: unknown): readonly FieldError[] {
  const checked = checkConfiguration(validators, schema, value);
  return checked.ok ? [] : checked.error.map(advised);
}

function advised(finding: SchemaFinding): FieldError {
  const { origin, type, badValue, detail, advice, field: path } = finding;
  const [part, id, ...rest] = path;
  const field: FieldPath = part === "rules" && typeof id === "string" ? [part, { key: id }, ...rest] : path;
  if (origin === "schema/unknown-field" && part === "rules") {
    if (rest.length === 0) return { type, field, detail: advice?.kind === "elsewhere" ? detail : mustBe(id) };
    return { type, field, detail: rest.at(-1) === "parameters" ? "this rule has no parameters" : detail };
  }
  if (origin === "schema/value" && part === "exemptions") return invalid(field, badValue, mustBe(badValue));
  return configurationError({ ...finding, field }, requiredDetails);
}

function mustBe(id: unknown): string {
  return mustBeARule(typeof id === "string" ? id : "");
}
