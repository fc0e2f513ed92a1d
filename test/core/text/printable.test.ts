import { describe, expect, it } from "vitest";
import { checkPrintable } from "../../../src/core/text/printable.ts";
import { goVectors } from "../../fixtures/go/vectors.ts";

interface PrintableVectors {
  readonly texts: readonly (readonly [text: string, ...unknown[]])[];
  readonly unprintable: readonly (readonly [text: string, said: readonly string[]])[];
}

interface UnicodeVectors {
  readonly printable: readonly (readonly [first: number, last: number])[];
  readonly assigned: readonly (readonly [first: number, last: number])[];
}

const { texts, unprintable } = goVectors("names") as PrintableVectors;
const { printable, assigned } = goVectors("unicode") as UnicodeVectors;

describe("checkPrintable", () => {
  it("yields the messages of ValidateFieldManager", () => {
    const said = new Map(unprintable);
    expect(said.size).toBeGreaterThan(100);
    const upstream = texts.map(([text]) => ({ text, faults: said.get(text) ?? [] }));
    expect(texts.map(([text]) => ({ text, faults: [...checkPrintable(text)] }))).toEqual(upstream);
  });

  // The test uses only the characters of Go's Unicode version, because JavaScript can have a later
  // Unicode version with more printable characters.
  it("agrees with unicode.IsPrint on every character that Go's Unicode has assigned", () => {
    const codes = (ranges: UnicodeVectors["printable"]): readonly number[] =>
      ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index));
    const prints = new Set(codes(printable));
    const wrong = codes(assigned).filter((code) => {
      const faults = [...checkPrintable(String.fromCodePoint(code))];
      return (faults.length === 0) !== (isSurrogate(code) || prints.has(code));
    });
    expect(prints.size).toBeGreaterThan(100_000);
    expect(wrong).toEqual([]);
  });

  it.each([
    ["", []],
    ["kubectl", []],
    ["é\n", ["invalid character U+000A (at position 2)"]],
    ["\u{1f600}\u0000", ["invalid character U+0000 (at position 4)"]],
    ["\u00a0", ["invalid character U+00A0 (at position 0)"]],
    ["\u{10ffff}", ["invalid character U+10FFFF (at position 0)"]],
    ["\ud800\t", ["invalid character U+0009 (at position 3)"]],
  ])("%j", (text, faults) => {
    expect([...checkPrintable(text)]).toEqual(faults);
  });
});

/**
 * Reports whether a code point is a lone surrogate. lease-guard replaces lone surrogates with
 * U+FFFD before it prints a string.
 */
function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xe000;
}
