import { formatPath } from "../field/path.ts";
import { failed, ok, type Result } from "../field/result.ts";
import { checkWith } from "./check.ts";
import type { SchemaFinding } from "./to-field-error.ts";
import { unknownFields } from "./unknown-fields.ts";
import type { Validator } from "./validator.ts";

/** Decodes a configuration file as the type `T` that its schema describes, or returns at most 100 findings, with advice on unknown fields. */
export function checkConfiguration<T>(
  validators: Readonly<Record<string, Validator>>,
  schema: string,
  value: unknown,
): Result<T, readonly SchemaFinding[]> {
  const findings = checkWith(validators, schema, value);
  if (findings.length === 0) return ok(value as T);
  const unknown = new Map(unknownFields(schema, value).map((finding) => [formatPath(finding.field), finding]));
  return failed(findings.map((finding) => unknown.get(formatPath(finding.field)) ?? finding));
}
