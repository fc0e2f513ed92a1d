import type { FieldError } from "../field/error.ts";
import { validators } from "./generated.ts";
import { type SchemaOrigin, toFieldError } from "./to-field-error.ts";
import type { Validator } from "./validator.ts";

/** A fault that keeps data from decoding, and the keyword group that found it. */
export interface SchemaFinding extends FieldError {
  readonly origin: SchemaOrigin;
}

/**
 * Says where data does not decode as a schema, named by its file below `schemas/`; nothing when it does. At most
 * 100 faults are told.
 */
export function checkSchema(schema: string, data: unknown): readonly SchemaFinding[] {
  return checkWith(validators, schema, data);
}

/** The same by other compiled schemas. */
export function checkWith(validators: Readonly<Record<string, Validator>>, schema: string, data: unknown): readonly SchemaFinding[] {
  const validator = validators[schema];
  if (validator === undefined) throw new Error(`no schema ${schema}`);
  if (validator(data)) return [];
  return (validator.errors ?? []).map((error) => toFieldError(error, data));
}
