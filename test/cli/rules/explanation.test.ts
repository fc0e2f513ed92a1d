import { describe, expect, it } from "vitest";
import { explanation, pageText } from "../../../src/cli/rules/explanation.ts";

const word = "x".repeat(39);

const pages: Readonly<Record<string, readonly [markdown: string, text: string]>> = {
  "a heading": ["# a/b\n\ntext\n", "a/b\n\ntext\n"],
  "a heading with code": ["## `a` [b](c.md)\n", "a b\n"],
  "a paragraph": ["a\nb\n\nc\n", "a b\n\nc\n"],
  "80 columns": [`${word} ${word}x y\n`, `${word} ${word}x\ny\n`],
  "81 columns": [`${word} ${word}xx\n`, `${word}\n${word}xx\n`],
  "a word too long": [`a ${"x".repeat(90)} b\n`, `a\n${"x".repeat(90)}\nb\n`],
  "code in a line": ["`a`, `[b](c)` and `**d**`\n", "a, [b](c) and **d**\n"],
  "a link": ["[a `b`](c.md#d)\n", "a b\n"],
  emphasis: ["**a `b`**\n", "a b\n"],
  "a list": ["- a\n- `b`\n", "- a\n- b\n"],
  "a list with numbers": ["1. a\n2. b\n", "1. a\n2. b\n"],
  "a table": ["| A | B |\n| --- | --- |\n| long | `c` |\n| d | e \\| f |\n", "A     B\nlong  c\nd     e | f\n"],
  "a block of code": ["```yaml\n# a\n\nb: `c`\n```\n\nd\n", "    # a\n\n    b: `c`\n\nd\n"],
  "two blocks of code": ["```yaml\na\n```\n\n```text\nb\n```\n", "    a\n\n    b\n"],
};

describe("a page without color", () => {
  it.each(Object.entries(pages))("%s", (_, [markdown, text]) => {
    expect(pageText(markdown, false)).toBe(text);
  });
});

describe("a page with color", () => {
  it("has bold headings, and is otherwise the same", () => {
    expect(pageText("# a\n\nb **c**\n\n```text\n# d\n```\n", true)).toBe("\u001b[1ma\u001b[0m\n\nb c\n\n    # d\n");
  });
});

it.each([
  ["access/nope", "must be a check: lease-guard explain access lists them"],
  ["workload/nope", "must be a check: lease-guard explain workload lists them"],
  ["access/missing-verbs", "must be a check: did you mean access/missing-verb?"],
  ["audit/nope", "must be a check: docs/audit.md lists them"],
  ["nope/nope", "must be a rule: lease-guard rules lists them"],
])("%s is rejected with what lists its group", (id, message) => {
  expect(() => explanation(id, false)).toThrow(`"${id}" ${message}`);
});
