import { toDouble } from "../json/int64.ts";

/** What a YAML scalar is to kubectl. Integers keep their digits, for a key is their text. */
export type Scalar =
  | { readonly type: "str"; readonly value: string }
  | { readonly type: "bool"; readonly value: boolean }
  | { readonly type: "int"; readonly value: bigint }
  | { readonly type: "float"; readonly value: number }
  | { readonly type: "null" };

const prefix = "tag:yaml.org,2002:";

const nothing: Scalar = { type: "null" };

const words: ReadonlyMap<string, Scalar> = new Map<string, Scalar>([
  ...["y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"].map(
    (word) => [word, { type: "bool", value: true }] as const,
  ),
  ...["n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"].map(
    (word) => [word, { type: "bool", value: false }] as const,
  ),
  ...["", "~", "null", "Null", "NULL"].map((word) => [word, nothing] as const),
  ...[".nan", ".NaN", ".NAN"].map((word) => [word, { type: "float", value: Number.NaN }] as const),
  ...[".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"].map((word) => [word, { type: "float", value: Infinity }] as const),
  ...["-.inf", "-.Inf", "-.INF"].map((word) => [word, { type: "float", value: -Infinity }] as const),
]);

const longestWord = 5;

/** Whether plain text is a string at first sight: it begins with a letter and is no word that means something else. */
export function isObviousString(text: string): boolean {
  return text.charCodeAt(0) >= 0x41 && (text.length > longestWord || !words.has(text));
}

/**
 * Reads a scalar as the YAML 1.1 library of kubectl does, by its tag when it has one and by its looks when it is plain.
 * A string of the result is what is wrong.
 */
export function resolveScalar(text: string, plain: boolean, tag: string | undefined): Scalar | string {
  if (tag === undefined) return plain ? resolvePlain(text) : { type: "str", value: text };
  if (!tag.startsWith(prefix)) return { type: "str", value: text };
  const wanted = tag.slice(prefix.length);
  switch (wanted) {
    case "binary":
      return decodeBase64(text);
    case "bool":
    case "int":
    case "float":
    case "null":
    case "timestamp":
      return resolveAs(wanted, text);
    default:
      return { type: "str", value: text };
  }
}

/** The JSON value of a scalar; undefined for a number that JSON cannot say. */
export function scalarValue(scalar: Scalar): string | number | boolean | null | undefined {
  if (scalar.type === "null") return null;
  if (scalar.type === "int") return toDouble(scalar.value);
  if (scalar.type !== "float") return scalar.value;
  // Between YAML and JSON kubectl writes -0.0 as the integer -0, which is 0.
  return Number.isFinite(scalar.value) ? scalar.value + 0 : undefined;
}

function resolveAs(wanted: "bool" | "int" | "float" | "null" | "timestamp", text: string): Scalar | string {
  const scalar = resolvePlain(text);
  if (scalar.type === wanted || (wanted === "timestamp" && isTimestamp(text))) return scalar;
  // An integer beyond int64 is no float to that library, whatever the tag says.
  if (wanted === "float" && scalar.type === "int" && BigInt.asIntN(64, scalar.value) === scalar.value)
    return { type: "float", value: toDouble(scalar.value) };
  return `must be a !!${wanted}, as its tag says`;
}

/** The same for a plain scalar without a tag, about which nothing can be wrong. */
export function resolvePlain(text: string): Scalar {
  if (isObviousString(text)) return { type: "str", value: text };
  const word = words.get(text);
  if (word !== undefined) return word;
  // Within a number a minus follows only the mark of its exponent; in a UUID or a time it does not.
  if (/[^eE_]-/.test(text)) return { type: "str", value: text };
  if (/^[-+\d]/.test(text)) return readNumber(text.replaceAll("_", "")) ?? { type: "str", value: text };
  // Where a dot leads, the underscores are left to Go, which wants a digit on both sides of each.
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

/** The 64 binary digits of uint64 are the longest that may stand without leading zeros; a longer run is read only if they are. */
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

/** Go's ParseUint, which reads what is beyond int64, takes no sign. */
function fits(value: bigint, sign: string): boolean {
  return BigInt.asIntN(64, value) === value || (sign === "" && BigInt.asUintN(64, value) === value);
}

function finite(text: string): Scalar | undefined {
  const value = Number(text);
  return Number.isFinite(value) ? { type: "float", value } : undefined;
}

const timestamp = /^(\d{4})-(\d\d?)-(\d\d?)(?:[Tt](\d\d?):(\d\d?):(\d\d?)([.,]\d+)?(Z|[-+]\d\d:\d\d)| (\d\d?):(\d\d?):(\d\d?)([.,]\d+)?)?$/;

function isTimestamp(text: string): boolean {
  const [, year, month, day] = (timestamp.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}

function decodeBase64(text: string): Scalar | string {
  const digits = text.replaceAll(/[\r\n]/g, "");
  const padding = digits.endsWith("==") ? 2 : Number(digits.endsWith("="));
  if (digits.length % 4 !== 0 || /[^A-Za-z0-9+/]/.test(digits.slice(0, digits.length - padding)))
    return "must be base64, as its tag !!binary says";
  const bytes = Uint8Array.from(atob(digits), (character) => character.charCodeAt(0));
  return { type: "str", value: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes) };
}
