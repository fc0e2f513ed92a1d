import { isJsonObject } from "../api/json-object.ts";
import { forbidden } from "../field/error.ts";
import type { FieldPath } from "../field/path.ts";
import { closestName } from "../text/closest-name.ts";
import type { SchemaFinding } from "./check.ts";
import { type KnownFields, knownFields } from "./known-fields.ts";

/** As many as Go's strict decoder tells of. */
const maxFaults = 100;

/** A field that a struct does not have, and the names of those it has. */
interface UnknownField {
  readonly field: FieldPath;
  readonly name: string;
  readonly known: KnownFields;
}

/**
 * The fields that kube-apiserver would drop from an object, with a warning or, where `fieldValidation` is Strict, refuse;
 * at most 100. The schema is named by its file below `schemas/`; the keys of a map are no fields.
 */
export function unknownFields(schema: string, data: unknown): readonly SchemaFinding[] {
  const root = knownFields[schema];
  if (root === undefined) throw new Error(`no schema ${schema}`);
  const faults: SchemaFinding[] = [];
  for (const unknown of isJsonObject(data) ? unknownIn(data, root, []) : []) {
    const advice = adviceOn(unknown, root);
    faults.push({ ...forbidden(unknown.field, `unknown field${advice && `, ${advice}`}`), origin: "schema/unknown-field" });
    if (faults.length === maxFaults) break;
  }
  return faults;
}

function* unknownIn(object: object, known: KnownFields, path: FieldPath): Iterable<UnknownField> {
  for (const [name, value] of Object.entries(object)) {
    const field = [...path, name];
    const inner = Object.hasOwn(known, name) ? known[name] : undefined;
    if (inner === undefined) yield { field, name, known };
    else if (inner !== null) yield* unknownInside(value, inner, field);
  }
}

/** In a struct or in each of a list of structs, no deeper: what nests otherwise does not decode. */
function* unknownInside(value: unknown, known: KnownFields, path: FieldPath): Iterable<UnknownField> {
  if (!Array.isArray(value)) {
    if (isJsonObject(value)) yield* unknownIn(value, known, path);
    return;
  }
  for (const [index, item] of value.entries()) if (isJsonObject(item)) yield* unknownIn(item, known, [...path, index]);
}

function adviceOn({ name, known, field }: UnknownField, root: KnownFields): string {
  if (name === "preferredStrategies" && Object.hasOwn(known, "strategy"))
    return "only LeaseCandidate v1alpha1 takes a list, did you mean strategy, which takes one?";
  if (name === "strategy" && Object.hasOwn(known, "preferredStrategies"))
    return "LeaseCandidate v1alpha1 takes a list, did you mean preferredStrategies?";
  // Not of an item of a list: an owner's namespace is not the object's own.
  const place = field.length <= 2 ? placeOf(name, root) : undefined;
  if (place !== undefined) return `must stand ${place}`;
  const near = closestName(name, Object.keys(known));
  return near === undefined ? "" : `did you mean ${near}?`;
}

/** Where a field of this name belongs: a level too high or too low is how YAML is misindented. */
function placeOf(name: string, root: KnownFields): string | undefined {
  if (Object.hasOwn(root, name)) return "at the top level";
  const part = Object.keys(root).find((part) => Object.hasOwn(root[part] ?? {}, name));
  return part && `in ${part}`;
}
