import { isJsonObject } from "../core/api/json-object.ts";
import { type FieldError, forbidden } from "../core/field/error.ts";
import { type FieldPath, isSamePath } from "../core/field/path.ts";
import { failed, ok, type Result } from "../core/field/result.ts";
import { closestName } from "../core/text/closest-name.ts";
import { checkWith } from "./check.ts";
import { type CompiledSchema, maxSchemaErrors } from "./compiled-schema.ts";
import { type KnownFields, knownFields } from "./known-fields.ts";
import type { Advice, SchemaFinding } from "./to-field-error.ts";

interface UnknownField {
  readonly field: FieldPath;
  readonly name: string;
  readonly known: KnownFields;
}

/**
 * Returns at most 100 findings about fields that a schema does not define. kube-apiserver drops
 * these fields of an object or, with `fieldValidation=Strict`, rejects the object. `schema` is the
 * path of a file below `schemas/`. The keys of a map, such as `metadata.labels`, are not fields.
 */
export function unknownFields(schema: string, data: unknown): readonly SchemaFinding[] {
  return unknownFieldsIn(fieldsOf(schema), data);
}

/** Returns the fields that a schema defines. Throws for an unknown schema. */
export function fieldsOf(schema: string): KnownFields {
  const fields = knownFields[schema];
  if (fields === undefined) throw new Error(`no schema ${schema}`);
  return fields;
}

/** Returns at most 100 findings about fields that are not in `root`. */
export function unknownFieldsIn(root: KnownFields, data: unknown): readonly SchemaFinding[] {
  const findings: SchemaFinding[] = [];
  for (const unknown of isJsonObject(data) ? unknownIn(data, root, []) : []) {
    const advice = adviceOn(unknown, root);
    const error = forbidden(unknown.field, advice === undefined ? "unknown field" : `unknown field, ${advice.text}`);
    findings.push({ ...error, source: "schema", origin: "schema/unknown-field", ...(advice && { advice }) });
    if (findings.length === maxSchemaErrors) break;
  }
  return findings;
}

function* unknownIn(object: object, known: KnownFields, path: FieldPath): Iterable<UnknownField> {
  for (const [name, value] of Object.entries(object)) {
    const field = [...path, name];
    const inner = Object.hasOwn(known, name) ? known[name] : undefined;
    if (inner === undefined) yield { field, name, known };
    else if (inner !== null) yield* unknownInside(value, inner, field);
  }
}

/** Yields the unknown fields of a struct or of a list of structs. */
function* unknownInside(value: unknown, known: KnownFields, path: FieldPath): Iterable<UnknownField> {
  if (!Array.isArray(value)) {
    if (isJsonObject(value)) yield* unknownIn(value, known, path);
    return;
  }
  for (const [index, item] of value.entries()) if (isJsonObject(item)) yield* unknownIn(item, known, [...path, index]);
}

function adviceOn({ name, known, field }: UnknownField, root: KnownFields): Advice | undefined {
  if (name === "preferredStrategies" && Object.hasOwn(known, "strategy"))
    return {
      kind: "version",
      text: "only LeaseCandidate v1alpha1 takes a list, did you mean strategy, which takes one?",
    };
  if (name === "strategy" && Object.hasOwn(known, "preferredStrategies"))
    return { kind: "version", text: "LeaseCandidate v1alpha1 takes a list, did you mean preferredStrategies?" };
  // A field in a list item gets no advice about another parent. For example, a `namespace` in an
  // owner reference is not the namespace of the object.
  const elsewhere = field.length <= 2 ? otherParent(name, root) : undefined;
  if (elsewhere !== undefined) return { kind: "elsewhere", text: `belongs ${elsewhere}` };
  const near = closestName(name, Object.keys(known));
  return near === undefined ? undefined : { kind: "name", text: `did you mean ${near}?` };
}

/**
 * Returns a phrase for the parent that defines a field with this name, such as `in spec`. Users
 * often indent a field one level too much or too little. Returns undefined if neither the top level
 * nor one of its fields defines the name.
 */
function otherParent(name: string, root: KnownFields): string | undefined {
  if (Object.hasOwn(root, name)) return "at the top level";
  const part = Object.keys(root).find((part) => Object.hasOwn(root[part] ?? {}, name));
  return part && `in ${part}`;
}

/** Returns the value of a configuration file as the type `T` that the schema describes. */
export function checkConfiguration<T>(
  validators: Readonly<Record<string, CompiledSchema>>,
  schema: string,
  value: unknown,
): Result<T, readonly SchemaFinding[]> {
  const findings = withUnknownFields(checkWith(validators, schema, value), unknownFields(schema, value));
  return findings.length === 0 ? ok(value as T) : failed(findings);
}

/**
 * Returns at most 100 errors: the errors of a schema check, then those of unknown fields. Omits an
 * unknown field in a value that has the wrong type, such as a list instead of a struct.
 */
export function withUnknownFields<E extends FieldError>(errors: readonly E[], unknown: readonly E[]): readonly E[] {
  const readable = unknown.filter(
    ({ field }) => !errors.some((error) => isSamePath(field.slice(0, error.field.length), error.field)),
  );
  return [...errors, ...readable].slice(0, maxSchemaErrors);
}
