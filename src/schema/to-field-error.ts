import { type FieldError, invalid, notSupported, required, typeInvalid } from "../core/field/error.ts";
import type { FieldPath, PathStep } from "../core/field/path.ts";
import type { SchemaError } from "./compiled-schema.ts";
import { formatDetail } from "./formats.ts";

/** The ids of schema findings. `docs/rules/schema.md` has a section on each id. */
export const schemaOrigins = [
  "schema/type",
  "schema/range",
  "schema/format",
  "schema/required",
  "schema/value",
  "schema/unknown-field",
] as const;

export type SchemaOrigin = (typeof schemaOrigins)[number];

/** The id of a finding that prevents an object from decoding. */
export type DecodeOrigin = Exclude<SchemaOrigin, "schema/unknown-field">;

export const decodeOrigins: readonly DecodeOrigin[] = schemaOrigins.filter(
  (origin) => origin !== "schema/unknown-field",
);

/**
 * Advice on how to fix a finding.
 *
 * `elsewhere` names the parent to which an unknown field belongs. `version` names another API
 * version that has the field. `name` names a similar field. `quotes` means that a scalar needs
 * quotes.
 */
export interface Advice {
  readonly kind: "elsewhere" | "version" | "name" | "quotes";
  readonly text: string;
}

export interface SchemaFinding extends FieldError {
  readonly source: "schema";
  readonly origin: SchemaOrigin;
  readonly advice?: Advice;
}

const typeDetails: Readonly<Record<string, string>> = {
  string: "must be a string",
  integer: "must be an integer",
  number: "must be a number",
  boolean: "must be true or false",
  object: "must be an object",
  array: "must be a list",
};

export function toFieldError(error: SchemaError, data: unknown): SchemaFinding {
  return { ...fieldErrorOf(error, data), source: "schema" };
}

function fieldErrorOf(error: SchemaError, data: unknown): Omit<SchemaFinding, "source"> {
  const { path, value } = followPointer(data, error.instancePath);
  const { params } = error;
  switch (error.keyword) {
    case "type":
      return {
        ...typeInvalid(keyed(path, error), value, typeDetail(params["type"])),
        origin: "schema/type",
        ...quotes(params["type"], value),
      };
    case "minimum":
      return { ...invalid(path, value, `must be greater than or equal to ${params["limit"]}`), origin: "schema/range" };
    case "maximum":
      return { ...invalid(path, value, `must be less than or equal to ${params["limit"]}`), origin: "schema/range" };
    case "format":
      return { ...invalid(path, value, formatDetail(String(params["format"]))), origin: "schema/format" };
    // The generator compiles `minLength: 1` to a pattern. The generator drops every other pattern,
    // because the field also has a format that checks the same requirement.
    case "pattern":
    case "minItems":
    case "minProperties":
      return { ...invalid(path, value, "must not be empty"), origin: "schema/range" };
    case "required":
      return { ...required([...path, String(params["missingProperty"])]), origin: "schema/required" };
    case "const":
      return { ...notSupported(path, value, [String(params["allowedValue"])]), origin: "schema/value" };
    case "enum":
      return {
        ...notSupported(path, value, (params["allowedValues"] as readonly unknown[]).map(String)),
        origin: "schema/value",
      };
    default:
      throw new Error(`no translation of the schema keyword ${error.keyword}`);
  }
}

/** Marks the last step of a path as the key of a map, which messages print in brackets. */
function keyed(path: FieldPath, { schemaPath }: SchemaError): FieldPath {
  const last = path.at(-1);
  return schemaPath.includes("/additionalProperties/") && typeof last === "string"
    ? [...path.slice(0, -1), { key: last }]
    : path;
}

/**
 * Returns the advice to put quotes around a scalar that must be a string, such as 5 or yes. YAML
 * 1.1 reads `yes` without quotes as true. Returns an object without advice for any other value.
 */
function quotes(type: unknown, value: unknown): Pick<SchemaFinding, "advice"> {
  const scalar = typeof value === "number" || typeof value === "boolean";
  return namesOf(type).includes("string") && scalar ? { advice: { kind: "quotes", text: "put it in quotes" } } : {};
}

/**
 * Returns the requirement for the type of a value, for an error message. Omits null, because a
 * client should omit the field instead of setting null.
 */
function typeDetail(type: unknown): string {
  const names = namesOf(type).filter((name) => name !== "null");
  return typeDetails[String(names[0])] ?? "";
}

/** Returns a list of the types in the keyword `type`, which is one name or a list of names. */
function namesOf(type: unknown): readonly unknown[] {
  return Array.isArray(type) ? type : [type];
}

/** The path and the value of the field at a JSON pointer. A list index in the path is a number. */
export interface FoundField {
  readonly path: FieldPath;
  readonly value: unknown;
}

/**
 * Returns the path and the value at a JSON pointer (RFC 6901). The data must contain the field. In
 * a pointer, `~1` is "/" and `~0` is "~".
 */
export function followPointer(data: unknown, pointer: string): FoundField {
  const path: PathStep[] = [];
  let value = data;
  for (const token of pointer.split("/").slice(1)) {
    const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
    path.push(Array.isArray(value) ? Number(name) : name);
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return { path, value };
}

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
