import { describe, expect, it } from "vitest";
import { allOf, anyOf, celString, celStrings, not, withoutLiterals } from "../../../src/rules/cel/text.ts";

describe("celString", () => {
  it.each([
    ["plain", "team-a/controller_1", "'team-a/controller_1'"],
    ["empty", "", "''"],
    ["a quote", "it's", "'it\\'s'"],
    ["a backslash", "a\\d", "'a\\\\d'"],
    ["a double quote", 'a"b', "'a\"b'"],
    ["a line break", "a\nb\rc", "'a\\U0000000ab\\U0000000dc'"],
    ["NUL", "\0", "'\\U00000000'"],
    ["a line separator", "\u2028", "'\\U00002028'"],
    ["a zero-width space", "\u200b", "'\\U0000200b'"],
    ["a tag beyond the 16-bit characters", "\u{e0041}", "'\\U000e0041'"],
    ["a letter beyond ASCII", "ä😀", "'ä😀'"],
  ])("escapes %s", (_, text, expected) => {
    expect(celString(text)).toBe(expected);
  });

  it("writes lists", () => {
    expect(celStrings([])).toBe("[]");
    expect(celStrings(["a", "b'"])).toBe("['a', 'b\\'']");
  });
});

describe("conditions", () => {
  it.each([
    ["none of any", anyOf([]), "false"],
    ["none of all", allOf([]), "true"],
    ["one", allOf(["a || b"]), "a || b"],
    ["two", allOf(["a || b", "c"]), "(a || b) && (c)"],
    ["two alternatives", anyOf(["a", "b && c"]), "(a) || (b && c)"],
    ["a condition that always holds", allOf(["true", "a"]), "a"],
    ["a condition that never holds", allOf(["a", "false"]), "false"],
    ["an alternative that never holds", anyOf(["false", "a"]), "a"],
    ["an alternative that always holds", anyOf(["a", "true"]), "true"],
    ["not true", not("true"), "false"],
    ["not false", not("false"), "true"],
    ["not a", not("a || b"), "!(a || b)"],
  ])("are simple: %s", (_, actual, expected) => {
    expect(actual).toBe(expected);
  });
});

describe("withoutLiterals", () => {
  it.each([
    ["a == 'b' && c", "a == ___ && c"],
    [String.raw`"\\" + '\'"' + c`, "____ + _____ + c"],
    [String.raw`r'\' + R"\" + br'"' + xr''`, "____ + ____ + _____ + xr__"],
    [`'''a'b\n''' + """"a""" + ''`, "__________ + ________ + __"],
    ["a // 'b\n + c", "a _____\n + c"],
    ["'//' + \"a", '____ + ""'],
  ])("replaces those of %j", (text, replaced) => {
    expect(withoutLiterals(text)).toBe(replaced);
  });
});
