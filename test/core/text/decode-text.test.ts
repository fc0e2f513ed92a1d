import { describe, expect, it, test } from "vitest";
import { decodeText } from "../../../src/core/text/decode-text.ts";
import { encodedVectors } from "../../fixtures/kubectl/vectors.ts";
import { readAll } from "../../harness/manifests.ts";

describe("bytes are decoded as kubectl decodes them", () => {
  it("in at least 25 recorded manifests", () => expect(encodedVectors.length).toBeGreaterThanOrEqual(25));

  it.each(encodedVectors.map((vector) => [vector.name, vector] as const))("%s", async (_, { base64, sent }) => {
    const documents = await readAll(decodeText(Buffer.from(base64, "base64")));
    if (sent === undefined) expect(documents.some(({ ok }) => !ok)).toBe(true);
    else expect(documents.map((read) => (read.ok ? read.value.value : read.error.message))).toEqual(sent);
  });
});

test("positions count UTF-16 code units of the decoded text, without the byte order mark", async () => {
  const [first] = await readAll(decodeText(Buffer.from("\ufeffa: 😀 # c\nb: {c: 1}\n", "utf16le")));
  if (!first?.ok) throw new Error("must be read");
  expect([first.value.start, first.value.locate(["b", "c"])]).toEqual([
    { line: 1, column: 1 },
    { line: 2, column: 8 },
  ]);
});
