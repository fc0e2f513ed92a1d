import { expect, it } from "vitest";
import { jsonText } from "../../src/report/json-report.ts";

it.each<readonly [string, unknown, string]>([
  ["strings", { a: "b\u202ec", d: ["::error::x"] }, '{"a":"b\\\\u202ec","d":[":\\\\x3aerror:\\\\x3ax"]}'],
  [
    "keys",
    { labels: { "a\u202e/b": 1, "##[error]": [{ "##vso[x]": null }] } },
    '{"labels":{"a\\\\u202e/b":1,"#\\\\x23[error]":[{"#\\\\x23vso[x]":null}]}}',
  ],
  ["no Markdown", { markdown: "a\u202e" }, '{"markdown":"a\u202e"}'],
])("sanitizes %s", (_, value, text) => expect(jsonText(value, 0)).toBe(text));
