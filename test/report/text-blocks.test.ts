import { expect, it } from "vitest";
import { alignedRows, wrapped } from "../../src/report/text-blocks.ts";

it("aligns the cells of a column", () => {
  expect(
    alignedRows([
      ["NAME", "STATE"],
      ["a", "held"],
      ["b-long", "free"],
    ]),
  ).toEqual(["NAME    STATE", "a       held", "b-long  free"]);
});

it("aligns 150,000 rows, which are too many arguments for a function", () => {
  const rows = Array.from({ length: 150_000 }, () => ["a", "held"]);
  expect(alignedRows(rows)).toHaveLength(rows.length);
});

it.each<readonly [string, Parameters<typeof wrapped>, readonly string[]]>([
  ["a short text", ["a b", 3, "  "], ["a b"]],
  ["an empty text", ["", 3, ""], [""]],
  ["two words", ["ab cd", 4, "  "], ["ab", "  cd"]],
  ["a space at the end of a line", ["abc de", 3, ""], ["abc", "de"]],
  ["a long word", ["abcdef", 4, "  "], ["abcd", "  ef"]],
  ["a long word after an indent", ["  abcdefgh", 4, "  "], ["  ab", "  cd", "  ef", "  gh"]],
  ["no long word", ["a abcdef b cd", 3, " ", "keep"], ["a", " abcdef", " b", " cd"]],
  ["no long word at the end", ["a abcdef", 3, "", "keep"], ["a", "abcdef"]],
  ["an indent as wide as the line", ["ab cd", 2, "  "], ["ab cd"]],
  ["no limit", ["ab cd", Number.POSITIVE_INFINITY, "  "], ["ab cd"]],
])("breaks %s", (_, text, lines) => expect(wrapped(...text)).toEqual(lines));

it("breaks a text of 1 MiB", () => {
  expect(wrapped("ab".repeat(2 ** 19), 40, " ".repeat(8)).every((line) => line.length <= 40)).toBe(true);
});
