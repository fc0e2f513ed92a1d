import { expect, test } from "vitest";
import { oneLine } from "../../src/terminal/errors.ts";

test.each([
  ["an ordinary message", "a.yaml must be readable: ENOENT", "a.yaml must be readable: ENOENT"],
  ["line breaks and terminal commands", " a\r\nb\u001b[31mc\u202ed\n", "a b [31mc d"],
  ["line separators", "a\u2028b", "a\\u2028b"],
  ["a command of GitHub", "x\n::error::b.yaml", "x :\\x3aerror::b.yaml"],
  ["a command at the start", "::stop-commands::x", ":\\x3astop-commands:\\x3ax"],
  [
    "older commands",
    "##[stop-commands]a ##vso[task.setvariable]b",
    "#\\x23[stop-commands]a #\\x23vso[task.setvariable]b",
  ],
])("oneLine returns one harmless line for %s", (_, text, line) => {
  expect(oneLine(text)).toBe(line);
});
