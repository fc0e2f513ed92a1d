import type { FieldPath } from "../../core/field/path.ts";
import { toDouble } from "../document.ts";
import { type Children, pathIndex } from "../path-index.ts";
import type { Scalar } from "./scalar.ts";

/** A value and its offset in the text. A null has the offset of its key. */
export type OffsetTree =
  | { readonly offset: number; readonly scalar: string | number | boolean | null }
  | { readonly offset: number; readonly fields: ReadonlyMap<string, OffsetTree> }
  | { readonly offset: number; readonly items: readonly OffsetTree[] };

/** Returns the JSON value of a tree. The key `__proto__` becomes an ordinary field. */
export function jsonValue(tree: OffsetTree): unknown {
  if ("scalar" in tree) return tree.scalar;
  if ("items" in tree) return tree.items.map(jsonValue);
  const object: Record<string, unknown> = {};
  for (const [key, field] of tree.fields) {
    const value = jsonValue(field);
    if (key === "__proto__")
      Object.defineProperty(object, key, { value, configurable: true, enumerable: true, writable: true });
    else object[key] = value;
  }
  return object;
}

export function treeOffsets(value: unknown, tree: OffsetTree): (path: FieldPath) => number {
  const find = pathIndex(value, tree, childrenOf);
  return (path) => find(path).offset;
}

function childrenOf(_: object, tree: OffsetTree): Children<OffsetTree> {
  if ("fields" in tree) return tree.fields;
  return "items" in tree ? tree.items : [];
}

/** Returns the JSON value of a scalar, or undefined for a number that JSON cannot represent. */
export function scalarValue(scalar: Scalar): string | number | boolean | null | undefined {
  if (scalar.type === "null") return null;
  if (scalar.type === "int") return toDouble(scalar.value);
  if (scalar.type !== "float") return scalar.value;
  // kubectl converts -0.0 in YAML to -0 in JSON, which Go reads as the integer 0.
  return Number.isFinite(scalar.value) ? scalar.value + 0 : undefined;
}

/**
 * Returns the JSON key to which kubectl converts a YAML key. Returns undefined for null and for an
 * integer beyond int64, because kubectl rejects these keys.
 */
export function mapKey(key: Scalar): string | undefined {
  switch (key.type) {
    case "str":
      return key.value;
    case "bool":
      return String(key.value);
    case "int":
      return BigInt.asIntN(64, key.value) === key.value ? String(key.value) : undefined;
    case "float":
      return float32Text(Math.fround(key.value));
    case "null":
      return undefined;
  }
}

/**
 * Formats a float32 as kubectl does: like Go's FormatFloat(…, 'g', -1, 32), except for `.nan`,
 * `.inf`, and `-.inf`. A finite result has the fewest digits that identify the float32. It has an
 * exponent only if its magnitude is at least 1e6, or less than 1e-4 and not 0.
 */
function float32Text(value: number): string {
  if (Number.isNaN(value)) return ".nan";
  if (!Number.isFinite(value)) return value > 0 ? ".inf" : "-.inf";
  if (value === 0) return Object.is(value, -0) ? "-0" : "0";
  const [mantissa = "", power = ""] = shortest(value).split("e");
  const exponent = Number(power);
  if (exponent >= -4 && exponent < 6) return String(Number(`${mantissa}e${power}`));
  return `${mantissa}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

/**
 * Returns the shortest decimal that identifies a float32, with an exponent. 9 significant digits
 * distinguish any two float32 values.
 */
function shortest(value: number): string {
  const texts = Array.from({ length: 9 }, (_, digits) => value.toExponential(digits));
  return texts.find((text) => Math.fround(Number(text)) === value) ?? String(value);
}
