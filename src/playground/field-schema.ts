import type { FieldPath } from "../core/field/path.ts";
import { looksLikeBoolean } from "../core/text/yaml-boolean.ts";

export interface FieldSchema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, FieldSchema>>;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly additionalProperties?: boolean | FieldSchema;
  readonly items?: FieldSchema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
}

export interface Completion {
  readonly label: string;
  readonly type: string;
  readonly description: string;
}

export function schemaAt(root: FieldSchema, path: FieldPath): FieldSchema | undefined {
  let schema = resolved(root, root.$defs);
  for (const step of path) {
    const found = child(schema, step);
    if (found === undefined) return undefined;
    schema = resolved(found, root.$defs);
  }
  return schema;
}

function child(
  { properties, additionalProperties, items }: FieldSchema,
  step: FieldPath[number],
): FieldSchema | undefined {
  if (typeof step === "number") return items;
  const name = typeof step === "string" ? step : step.key;
  if (properties !== undefined && Object.hasOwn(properties, name)) return properties[name];
  return typeof additionalProperties === "object" ? additionalProperties : undefined;
}

/** Replaces a reference with its definition. A description next to the reference stays. */
export function resolved<S extends FieldSchema>(schema: S, definitions: Readonly<Record<string, S>> = {}): S {
  const { $ref, ...own } = schema;
  const definition = $ref && definitions[$ref.replace("#/$defs/", "")];
  return definition ? { ...resolved(definition, definitions), ...own } : schema;
}

export function keysAt(root: FieldSchema, path: FieldPath): readonly Completion[] {
  const properties = schemaAt(root, path)?.properties ?? {};
  return Object.keys(properties).map((label) => {
    const schema = schemaAt(root, [...path, label]) ?? {};
    return { label, type: typeText(schema), description: schema.description ?? "" };
  });
}

/**
 * Returns the values of the field at a path if the schema lists them, and otherwise an empty list.
 * The values of a boolean are true and false.
 */
export function valuesAt(root: FieldSchema, path: FieldPath): readonly Completion[] {
  const schema = schemaAt(root, path);
  if (schema === undefined) return [];
  const values = schema.enum ?? (schema.const === undefined ? booleans(schema) : [schema.const]);
  return values
    .filter((value) => value !== null)
    .map((value) => ({ label: valueText(value), type: "", description: "" }));
}

function valueText(value: unknown): string {
  return typeof value === "string" && looksLikeBoolean(value) ? JSON.stringify(value) : String(value);
}

function booleans({ type }: FieldSchema): readonly boolean[] {
  return types(type).includes("boolean") ? [true, false] : [];
}

function types(type: FieldSchema["type"]): readonly string[] {
  return typeof type === "string" ? [type] : (type ?? []).filter((name) => name !== "null");
}

/** Returns the type of a field in a few words. */
export function typeText(schema: FieldSchema): string {
  if (schema.enum !== undefined) return schema.enum.filter((value) => value !== null).join(" | ");
  return types(schema.type).join(" or ");
}
