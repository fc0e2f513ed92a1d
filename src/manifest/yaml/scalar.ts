import { failed, ok, type Result } from "../../core/field/result.ts";
import { decodeBase64 } from "../../core/text/decode-text.ts";
import { daysIn } from "../../core/text/time.ts";
import { yamlBooleans } from "../../core/text/yaml-boolean.ts";
import { toDouble } from "../document.ts";

/**
 * A YAML scalar as kubectl reads it. An integer is a bigint, because a map key must keep all digits
 * of an integer.
 */
export type Scalar =
  | { readonly type: "str"; readonly value: string }
  | { readonly type: "bool"; readonly value: boolean }
  | { readonly type: "int"; readonly value: bigint }
  | { readonly type: "float"; readonly value: number }
  | { readonly type: "null" };

const prefix = "tag:yaml.org,2002:";

const nothing: Scalar = { type: "null" };

const words: ReadonlyMap<string, Scalar> = new Map<string, Scalar>([
  ...[...yamlBooleans].map(([word, value]) => [word, { type: "bool", value }] as const),
  ...["", "~", "null", "Null", "NULL"].map((word) => [word, nothing] as const),
  ...[".nan", ".NaN", ".NAN"].map((word) => [word, { type: "float", value: Number.NaN }] as const),
  ...[".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"].map(
    (word) => [word, { type: "float", value: Infinity }] as const,
  ),
  ...["-.inf", "-.Inf", "-.INF"].map((word) => [word, { type: "float", value: -Infinity }] as const),
]);

const longestWord = 5;

/**
 * Reports whether a plain scalar is obviously a string. Such a scalar begins with `A` or a later
 * character, and is not a special word such as `true`.
 */
export function isObviousString(text: string): boolean {
  return text.charCodeAt(0) >= 0x41 && (text.length > longestWord || !words.has(text));
}

/**
 * Reads a scalar with a tag, such as `!!int`, as the YAML 1.1 library of kubectl does. The error is
 * the requirement for the scalar, such as `must be a !!int, as its tag says`.
 */
export function resolveTagged(text: string, tag: string): Result<Scalar, string> {
  const wanted = tag.startsWith(prefix) ? tag.slice(prefix.length) : "";
  switch (wanted) {
    case "binary":
      return binary(text);
    case "bool":
    case "int":
    case "float":
    case "null":
    case "timestamp":
      return resolveAs(wanted, text);
    default:
      return ok({ type: "str", value: text });
  }
}

function resolveAs(wanted: "bool" | "int" | "float" | "null" | "timestamp", text: string): Result<Scalar, string> {
  const scalar = resolvePlain(text);
  if (scalar.type === wanted || (wanted === "timestamp" && isTimestamp(text))) return ok(scalar);
  // The library does not read an integer beyond int64 as a float.
  if (wanted === "float" && scalar.type === "int" && BigInt.asIntN(64, scalar.value) === scalar.value)
    return ok({ type: "float", value: toDouble(scalar.value) });
  return failed(`must be a !!${wanted}, as its tag says`);
}

/**
 * Reads a plain scalar without a tag as the YAML 1.1 library of kubectl does. Never fails, because
 * a plain scalar that is not null, a boolean, or a number is a string.
 */
export function resolvePlain(text: string): Scalar {
  if (isObviousString(text)) return { type: "str", value: text };
  const word = words.get(text);
  if (word !== undefined) return word;
  // After the first character of a number, a minus sign follows only the `e` of an exponent or an
  // underscore. In a UUID or a time, a minus sign follows digits.
  if (/[^eE_]-/.test(text)) return { type: "str", value: text };
  if (/^[-+\d]/.test(text)) return readNumber(text.replaceAll("_", "")) ?? { type: "str", value: text };
  // After a leading dot, Go requires a digit on both sides of each underscore.
  if (/^\.\d[\d_]*([eE][-+]?\d[\d_]*)?$/.test(text) && !/_(?!\d)/.test(text))
    return finite(text.replaceAll("_", "")) ?? { type: "str", value: text };
  return { type: "str", value: text };
}

function readNumber(text: string): Scalar | undefined {
  const integer = readInteger(text);
  if (integer !== undefined) return { type: "int", value: integer };
  return /^[-+]?(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?$/.test(text) ? finite(text) : undefined;
}

const integers: readonly (readonly [form: RegExp, radix: string])[] = [
  [/^([-+]?)(0|[1-9]\d*)$/, ""],
  [/^([-+]?)0[xX]([\da-fA-F]+)$/, "0x"],
  [/^([-+]?)0[bB]([01]+)$/, "0b"],
  [/^([-+]?)0[oO]?([0-7]+)$/, "0o"],
];

/**
 * Reads an integer of at most 64 bits. Returns undefined for any other string. uint64 has at most
 * 64 binary digits, so the function rejects an integer with more than 64 digits. Leading zeros do
 * not count.
 */
function readInteger(text: string): bigint | undefined {
  for (const [form, radix] of integers) {
    const [, sign = "", written] = form.exec(text) ?? [];
    if (written === undefined) continue;
    const digits = written.replace(/^0+(?=.)/, "");
    if (digits.length > 64) return undefined;
    const value = sign === "-" ? -BigInt(radix + digits) : BigInt(radix + digits);
    return fits(value, sign) ? value : undefined;
  }
  return undefined;
}

/**
 * Reports whether an integer fits in int64 or, without a sign, in uint64. Go reads integers larger
 * than int64 with ParseUint, which does not accept a sign.
 */
function fits(value: bigint, sign: string): boolean {
  return BigInt.asIntN(64, value) === value || (sign === "" && BigInt.asUintN(64, value) === value);
}

function finite(text: string): Scalar | undefined {
  const value = Number(text);
  return Number.isFinite(value) ? { type: "float", value } : undefined;
}

const timestamp =
  /^(\d{4})-(\d\d?)-(\d\d?)(?:[Tt](\d\d?):(\d\d?):(\d\d?)([.,]\d+)?(Z|[-+]\d\d:\d\d)| (\d\d?):(\d\d?):(\d\d?)([.,]\d+)?)?$/;

function isTimestamp(text: string): boolean {
  const [, year, month, day] = (timestamp.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  return day >= 1 && day <= daysIn(year, month);
}

function binary(text: string): Result<Scalar, string> {
  const decoded = decodeBase64(text);
  if (decoded === undefined) return failed("must be base64, as its tag !!binary says");
  const bytes = Uint8Array.from(decoded, (character) => character.charCodeAt(0));
  return ok({ type: "str", value: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes) });
}
