import { expect, it } from "vitest";
import { type Content, markup, nothing } from "../../../../src/audit/reports/html/markup.ts";

it.each<readonly [string, Content, string]>([
  ["text", "team-a/controller …", "team-a/controller …"],
  ["an element", "<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"],
  ["an end of an attribute", "\"' onclick='a()\"", "&quot;&#39; onclick=&#39;a()&quot;"],
  ["a reference", "&lt;", "&amp;lt;"],
  ["reversed text", "a\u202eb", "a\\u202eb"],
  ["a line break and a NUL", "a\n\0b", "a\\n\\x00b"],
  ["half of a surrogate pair", "\ud83d", "\ufffd"],
  ["letters that are written from right to left", "\u05d0", "\u05d0"],
  ["a command to a CI runner, which is harmless in a page", "pod::uuid", "pod::uuid"],
  ["a number", 12.5, "12.5"],
  ["nothing", nothing, ""],
  ["a piece", markup`<b>${"<"}</b>`, "<b>&lt;</b>"],
  ["pieces", [markup`<i>`, markup`</i>`], "<i></i>"],
])("%s", (_, content, html) => {
  expect(markup`<p title="${content}">`.html).toBe(`<p title="${html}">`);
});
