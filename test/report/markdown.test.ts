import { describe, expect, it } from "vitest";
import { code, markdownPage, markdownTable } from "../../src/report/markdown.ts";

describe("code", () => {
  it.each([
    ["plain text", "team-a/controller", "`team-a/controller`"],
    ["nothing", "", ""],
    ["HTML and links", "<img src=x> [a](http://b) @team", "`<img src=x> [a](http://b) @team`"],
    ["a backtick", "specified if `strategy` is", "`` specified if `strategy` is ``"],
    ["a run of backticks", "a``b", "`a\\x60\\x60b`"],
    ["a pipe", "^(a|b)$", "`^(a\\|b)$`"],
    ["a pipe after a backslash", "a\\|b", "`a\\\\x7cb`"],
    ["a line break", "a\n| b", "`a\\n\\| b`"],
    ["a command to a runner", "::error::x", "`:\\x3aerror:\\x3ax`"],
  ])("%s", (_name, text, span) => {
    expect(code(text)).toBe(span);
  });

  it("shortens a long text", () => {
    expect(code("a".repeat(1001))).toBe(`\`${"a".repeat(1000)}…\``);
    expect(code(`${"a".repeat(999)}😀`)).toBe(`\`${"a".repeat(999)}\ufffd…\``);
  });
});

describe("markdownTable", () => {
  it("returns nothing without rows", () => {
    expect(markdownTable(["A"], [])).toEqual([]);
  });

  it("begins with an empty line, because a table cannot follow a paragraph", () => {
    expect(markdownTable(["A", "B"], [["1", ""]])).toEqual(["", "| A | B |", "| --- | --- |", "| 1 |  |"]);
  });
});

describe("markdownPage", () => {
  it("cuts a page at its limit and says how many lines are left out", () => {
    const lines = Array.from({ length: 100 }, () => "ä".repeat(10));
    const page = markdownPage(lines, { bytes: 500, setBy: "a comment" });
    expect(page.split("\n").slice(14)).toEqual([
      "",
      "**86 more lines are left out: a comment must not be larger than 500 bytes.**",
      "",
    ]);
    expect(Buffer.byteLength(page)).toBeLessThanOrEqual(500);
    expect(markdownPage(lines.slice(0, 14), { bytes: 500, setBy: "a comment" })).not.toContain("left out");
  });
});
