import { expect, it } from "vitest";
import { configurationReader } from "../../src/manifest/read-located-documents.ts";

const documents = (count: number, text: string): string => Array.from({ length: count }, () => text).join("\n---\n");

/**
 * Documents with more than half of the maximum number of tokens, of aliases, and of values that
 * aliases produce.
 */
const tokens = `[${"{},".repeat(20_000)}]`;
const aliases = `a: &a x\nb: [${"*a,".repeat(7_000)}]`;
const aliasValues = `a: &a [${"x,".repeat(9_000)}]\nb: [${"*a,".repeat(3)}]`;

it.each([
  ["100,000 tokens", tokens, "must not have more than 100000 tokens"],
  ["10,000 aliases", aliases, "must not have more than 10000 aliases"],
  ["50,000 values by aliases", aliasValues, "must not repeat so many values by aliases"],
])("the limit of %s is that of all documents of a file together", (_, text, message) => {
  expect(configurationReader()(text)).toMatchObject({ ok: true });
  expect(configurationReader()(documents(2, text))).toMatchObject({ ok: false, error: { message } });
});

it("the limits are those of all files that share their counts", () => {
  const read = configurationReader();
  expect([1, 2].map(() => read(tokens).ok)).toEqual([true, false]);
});
