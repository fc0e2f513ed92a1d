import { expect, test } from "vitest";
import { sourceLines } from "../../src/report/source-excerpt.ts";

test.each([
  ["", [1, 2, 1], ["", undefined, ""]],
  ["\n\na\r\nb", [4, 3, 2, 1, 3, 4, 5], ["b", "a", "", "", "a", "b", undefined]],
  ["a\nb\n", [3, 1, 2], ["", "a", "b"]],
])("of %j, %j are %j", (text, asked, lines) => {
  const lineAt = sourceLines(text);
  expect(asked.map(lineAt)).toEqual(lines);
});
