import type { FieldError } from "../core/field/error.ts";
import type { SchemaFinding } from "./to-field-error.ts";

/** The requirements that error messages state for missing fields, by the name of the field. */
export type RequiredDetails = Readonly<Record<string, string>>;

/**
 * Converts a finding in a configuration file to a field error. For a missing field, the message
 * contains the requirement in `requiredDetails` if there is one. For a scalar that needs quotes,
 * the message contains the advice to add them.
 */
export function configurationError(finding: SchemaFinding, requiredDetails: RequiredDetails): FieldError {
  const { origin, type, field, badValue, detail, advice } = finding;
  if (origin === "schema/required") return { type, field, detail: requiredDetails[String(field.at(-1))] ?? detail };
  return { type, field, badValue, detail: advice?.kind === "quotes" ? `${detail}: ${advice.text}` : detail };
}
