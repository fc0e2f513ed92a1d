import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byteLength, isLongerThan, maxJsonBytes } from "../../../src/core/text/byte-length.ts";

describe("byteLength", () => {
  it.each([
    ["", 0],
    ["a", 1],
    ["\u007f", 1],
    ["\u0080", 2],
    ["\u07ff", 2],
    ["\u0800", 3],
    ["\ud7ff", 3],
    ["\ue000", 3],
    ["\uffff", 3],
    ["\u{10000}", 4],
    ["\u{10ffff}", 4],
    ["\ud800", 3],
    ["\udbff", 3],
    ["\udc00", 3],
    ["\udfff", 3],
    ["\ud800a", 4],
    ["\ud800\ud800", 6],
    ["\udc00\ud800", 6],
    ["\ud800\ud800\udc00", 7],
    ["\ud800\udc00\udc00", 7],
  ])("%j: %i", (text, bytes) => {
    expect(byteLength(text)).toBe(bytes);
    expect(Buffer.byteLength(text)).toBe(bytes);
    expect([bytes - 1, bytes, bytes + 1].map((limit) => isLongerThan(text, limit))).toEqual([true, false, false]);
  });

  it("equals Buffer's for any text, including lone surrogates", () => {
    const unit = fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd7fe, max: 0xe001 }));
    const text = fc.array(unit, { maxLength: 30 }).map((units) => String.fromCharCode(...units));
    fc.assert(
      fc.property(text, (any) => byteLength(any) === Buffer.byteLength(any)),
      { numRuns: 2000 },
    );
  });
});

describe("maxJsonBytes", () => {
  const jsonBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - 2;

  it("is the exact length of a string without other characters that Go escapes", () => {
    for (const text of [
      "",
      "a",
      '"',
      "\\",
      "\u007f",
      "\u0080",
      "\u07ff",
      "\u0800",
      'metadata.labels: "-k": must',
      "\uffff",
      "\n\r\t",
      "\u{1f600}\u{10ffff}",
    ])
      expect([text, maxJsonBytes(text)]).toEqual([text, jsonBytes(text)]);
  });

  it.each(["<", ">", "&", "\u2028", "\u2029", "\u0001", "\ud800"])("counts 6 bytes for %j", (unit) => {
    expect(maxJsonBytes(`a${unit}`)).toBe(7);
  });

  it("is never less than the length of any string", () => {
    const unit = fc.oneof(fc.integer({ min: 0, max: 0xff }), fc.integer({ min: 0xd7fe, max: 0xe001 }));
    const text = fc.array(unit, { maxLength: 30 }).map((units) => String.fromCharCode(...units));
    fc.assert(fc.property(text, (any) => maxJsonBytes(any) >= jsonBytes(any)));
  });
});
