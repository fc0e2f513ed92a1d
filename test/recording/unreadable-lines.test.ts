import { expect, it } from "vitest";
import { addUnreadableLine, noUnreadableLines, unreadableTexts } from "../../src/recording/unreadable-lines.ts";

const textsOf = (errors: readonly string[]): readonly string[] => {
  const unreadable = noUnreadableLines();
  for (const [index, error] of errors.entries()) addUnreadableLine(unreadable, index + 1, error);
  return unreadableTexts("a.jsonl", unreadable);
};

const different = Array.from({ length: 22 }, (_, index) => `error ${index}`);

it.each<readonly [string, readonly string[], readonly string[]]>([
  ["no error", [], []],
  ["an error of a compiler", ["must be JSON"], ["a.jsonl:1: error: must be JSON"]],
  ["an error once", ["x", "y", "x", "x"], ["a.jsonl:1: error: x (and 2 more like this)", "a.jsonl:2: error: y"]],
  [
    "20 errors",
    [...different, "error 0"],
    [
      "a.jsonl:1: error: error 0 (and 1 more like this)",
      ...different.slice(1, 20).map((error, index) => `a.jsonl:${index + 2}: error: ${error}`),
      "a.jsonl: 2 more lines could not be read",
    ],
  ],
])("the messages show %s", (_, errors, expected) => expect(textsOf(errors)).toEqual(expected));
