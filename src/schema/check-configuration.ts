import { formatPath } from "../field/path.ts";
import { checkWith, type SchemaFinding } from "./check.ts";
import { unknownFields } from "./unknown-fields.ts";
import type { Validator } from "./validator.ts";

/** Says where a file of our own is not as its compiled schema has it, an unknown field with what may have been meant; at most 100 faults. */
export function checkConfiguration(
  validators: Readonly<Record<string, Validator>>,
  schema: string,
  value: unknown,
): readonly SchemaFinding[] {
  const faults = checkWith(validators, schema, value);
  if (faults.length === 0) return [];
  const unknown = new Map(unknownFields(schema, value).map((fault) => [formatPath(fault.field), fault]));
  return faults.map((fault) => unknown.get(formatPath(fault.field)) ?? fault);
}
