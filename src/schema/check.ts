import type { CompiledSchema } from "./compiled-schema.ts";
import { validators } from "./generated.ts";
import { type SchemaFinding, toFieldError } from "./to-field-error.ts";

/**
 * Returns the reasons why data does not match a schema, at most 100. `schema` is the path of a file
 * below `schemas/`.
 */
export function checkSchema(schema: string, data: unknown): readonly SchemaFinding[] {
  return checkWith(validators, schema, data);
}

/** Returns the reasons why data does not match a schema, at most 100. */
export function checkWith(
  validators: Readonly<Record<string, CompiledSchema>>,
  schema: string,
  data: unknown,
): readonly SchemaFinding[] {
  const validator = validators[schema];
  if (validator === undefined) throw new Error(`no schema ${schema}`);
  if (validator(data)) return [];
  return (validator.errors ?? []).map((error) => toFieldError(error, data));
}
