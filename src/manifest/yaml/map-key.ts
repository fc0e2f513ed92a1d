import type { Scalar } from "./scalar.ts";

/** The JSON key of a YAML key as kubectl writes it; undefined where it refuses: null, and integers beyond int64. */
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

/** Go's FormatFloat(…, 'g', -1, 32): the fewest digits that still name the float32, in exponent form outside 1e-4 to 1e6. */
function float32Text(value: number): string {
  if (Number.isNaN(value)) return ".nan";
  if (!Number.isFinite(value)) return value > 0 ? ".inf" : "-.inf";
  if (value === 0) return Object.is(value, -0) ? "-0" : "0";
  const [mantissa = "", power = ""] = shortest(value).split("e");
  const exponent = Number(power);
  if (exponent >= -4 && exponent < 6) return String(Number(`${mantissa}e${power}`));
  return `${mantissa}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

/** 9 significant digits tell any two float32 apart. */
function shortest(value: number): string {
  const texts = Array.from({ length: 9 }, (_, digits) => value.toExponential(digits));
  return texts.find((text) => Math.fround(Number(text)) === value) ?? String(value);
}
