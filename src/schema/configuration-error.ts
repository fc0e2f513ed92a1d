import type { FieldError } from "../field/error.ts";
import type { SchemaFinding } from "./to-field-error.ts";

/** The requirement that the error message of a missing field contains, by the name of the field. */
export type RequiredDetails = Readonly<Record<string, string>>;

/**
 * Converts a finding in a configuration file to a field error. The message contains the requirement
 * of a missing field, or the advice to put a value in quotes.
 */
export function configurationError(finding: SchemaFinding, requiredDetails: RequiredDetails): FieldError {
  const { origin, type, field, badValue, detail, advice } = finding;
  if (origin === "schema/required") return { type, field, detail: requiredDetails[String(field.at(-1))] ?? detail };
  return { type, field, badValue, detail: advice?.kind === "quotes" ? `${detail}: ${advice.text}` : detail };
}
