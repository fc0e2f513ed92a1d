import { compareTexts } from "./compare-texts.ts";

/**
 * A semantic version without build metadata. Like blang/semver, the comparison ignores build
 * metadata.
 */
export interface SemanticVersion {
  /**
   * Major, minor, and patch as decimal digits without leading zeros. Each part is a string, because
   * a uint64 can be larger than the safe integers of JavaScript.
   */
  readonly numbers: readonly string[];
  /** The identifiers after the "-", such as `alpha` and `1` for `1.33.0-alpha.1`. */
  readonly preRelease: readonly string[];
}

const number = "(0|[1-9][0-9]*)";
/**
 * Matches the identifiers of a pre-release or of build metadata. The pattern does not repeat a
 * group, because V8 runs out of stack space if a repeated group matches several megabytes.
 */
const identifiers = "([0-9A-Za-z.-]+)";
const version = new RegExp(String.raw`^${number}\.${number}\.${number}(?:-${identifiers})?(?:\+${identifiers})?$`);
const emptyIdentifier = /^\.|\.\.|\.$/;

const digits = /^[0-9]+$/;
const maxUint64 = String(2n ** 64n - 1n);

/**
 * Parses a version as `semver.Parse` of github.com/blang/semver/v4 does. A version does not start
 * with "v", and each number is a uint64. Returns undefined for an invalid version.
 */
export function parseVersion(text: string): SemanticVersion | undefined {
  const match = version.exec(text);
  if (match === null || emptyIdentifier.test(match[4] ?? "") || emptyIdentifier.test(match[5] ?? "")) return undefined;
  const numbers = match.slice(1, 4);
  const preRelease = match[4]?.split(".") ?? [];
  return numbers.every(isUint64) && preRelease.every(isIdentifier) ? { numbers, preRelease } : undefined;
}

function isIdentifier(text: string): boolean {
  return !digits.test(text) || ((text === "0" || !text.startsWith("0")) && isUint64(text));
}

function isUint64(number: string): boolean {
  return number.length < maxUint64.length || compareNumbers(number, maxUint64) <= 0;
}

export function compareVersions(a: SemanticVersion, b: SemanticVersion): number {
  const order = compareLists(a.numbers, b.numbers);
  if (order !== 0) return order;
  // A version without a pre-release is higher than all pre-releases of the same version.
  if (a.preRelease.length === 0 || b.preRelease.length === 0) return b.preRelease.length - a.preRelease.length;
  return compareLists(a.preRelease, b.preRelease);
}

/**
 * Reports whether kube-apiserver treats a version as absent: "", or 0.0.0 with or without build
 * metadata. A pre-release such as 0.0.0-a is not absent.
 */
export function isUnsetVersion(text: string): boolean {
  if (text === "") return true;
  const version = parseVersion(text);
  return version !== undefined && version.preRelease.length === 0 && version.numbers.every((part) => part === "0");
}

/**
 * Compares two lists item by item. If one list is the beginning of the other, the shorter list is
 * lower.
 */
function compareLists(a: readonly string[], b: readonly string[]): number {
  for (const [index, left] of a.entries()) {
    const right = b[index];
    const order = right === undefined ? 1 : compareIdentifiers(left, right);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/**
 * Compares two numbers of versions, or two identifiers of pre-releases: numbers by value, and words
 * by bytes. A number is lower than every word.
 */
function compareIdentifiers(a: string, b: string): number {
  const [numericA, numericB] = [digits.test(a), digits.test(b)];
  if (numericA && numericB) return compareNumbers(a, b);
  if (numericA !== numericB) return numericA ? -1 : 1;
  return compareTexts(a, b);
}

/** Compares two numbers without leading zeros. The number with more digits is greater. */
function compareNumbers(a: string, b: string): number {
  return a.length - b.length || compareTexts(a, b);
}
