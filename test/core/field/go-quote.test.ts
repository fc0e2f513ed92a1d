import { describe, expect, it } from "vitest";
import { goQuote } from "../../../src/core/field/go-quote.ts";
import { goVectors } from "../../fixtures/go/vectors.ts";

type Range = readonly [first: number, last: number];

const { rows } = goVectors("quotes") as { readonly rows: readonly (readonly [text: string, quoted: string])[] };
const { printable, assigned } = goVectors("unicode") as {
  readonly printable: readonly Range[];
  readonly assigned: readonly Range[];
};

const codes = (ranges: readonly Range[]): readonly number[] =>
  ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index));

describe("goQuote", () => {
  it("returns what strconv.Quote returns", () => {
    expect(rows.length).toBeGreaterThan(200);
    expect(rows.map(([text]) => ({ text, quoted: goQuote(text) }))).toEqual(
      rows.map(([text, quoted]) => ({ text, quoted })),
    );
  });

  // The test uses only the characters of Go's Unicode version, because JavaScript can have a later
  // Unicode version with more printable characters.
  it("escapes no other character than strconv.Quote, of all that Go's Unicode assigns", () => {
    const prints = new Set(codes(printable));
    const isSurrogate = (code: number): boolean => code >= 0xd800 && code < 0xe000;
    const wrong = codes(assigned).filter((code) => {
      const text = String.fromCodePoint(code);
      const stands = goQuote(text) === `"${text}"`;
      // The quotation mark and the backslash are printable, but Go escapes them.
      return !isSurrogate(code) && stands !== (prints.has(code) && text !== '"' && text !== "\\");
    });
    expect(prints.size).toBeGreaterThan(100_000);
    expect(wrong).toEqual([]);
  });

  it.each([
    ["", '""'],
    ["it's", '"it\'s"'],
    ['"\\', '"\\"\\\\"'],
    ["\u0007\b\f\n\r\t\v", '"\\a\\b\\f\\n\\r\\t\\v"'],
    ["\u0000\u001b\u007f", '"\\x00\\x1b\\x7f"'],
    ["\u0080\u00a0\u2028\ufeff", '"\\u0080\\u00a0\\u2028\\ufeff"'],
    ["\u{e0001}\u{10ffff}", '"\\U000e0001\\U0010ffff"'],
    ["\ud800", '"\ufffd"'],
    ["a\udc00\ud800b", '"a\ufffd\ufffdb"'],
    ["é\u{1f600}", '"é\u{1f600}"'],
  ])("%j", (text, quoted) => {
    expect(goQuote(text)).toBe(quoted);
  });
});
