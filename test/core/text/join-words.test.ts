import { expect, it } from "vitest";
import { joinWords } from "../../../src/core/text/join-words.ts";

it.each([
  [[], ""],
  [["a"], "a"],
  [["a", "b"], "a or b"],
  [["a", "b", "c"], "a, b, or c"],
  [["", "a", "", "b"], "a or b"],
])("%j become %j", (words, joined) => {
  expect(joinWords(words, "or")).toBe(joined);
  expect(joinWords(words)).toBe(joined.replace("or", "and"));
});
