import { describe, expect, it, test } from "vitest";
import { failed, ok } from "../../../src/core/field/result.ts";
import { decodeBase64, decodeText, decodeUtf8, encodeBase64 } from "../../../src/core/text/decode-text.ts";
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

it.each<readonly [string, Uint8Array, ReturnType<typeof decodeUtf8>]>([
  ["UTF-8", Buffer.from("a: é"), ok("a: é")],
  ["UTF-8 with a byte order mark", Buffer.from("\ufeffa: é"), ok("a: é")],
  ["nothing", Buffer.of(), ok("")],
  ["Latin-1", Buffer.from("a: é", "latin1"), failed("must be UTF-8")],
  ["UTF-16", Buffer.from("\ufeffa: b", "utf16le"), failed("must be UTF-8")],
])("decodes %s, or reports why it cannot", (_, bytes, decoded) => {
  expect(decodeUtf8(bytes)).toEqual(decoded);
});

it.each([
  ["", ""],
  ["the CA\n", "dGhlIENBCg=="],
  ["ü", "w7w="],
])("%j becomes %j", (text, encoded) => {
  expect(encodeBase64(text)).toBe(encoded);
});

it.each([
  ["QUJD", "ABC"],
  ["QUJ\r\nD", "ABC"],
  ["QUI=", "AB"],
  ["QQ==", "A"],
  ["", ""],
  ["QUJD REVG", undefined],
  ["QUJ", undefined],
  ["QUJ*", undefined],
])("%j becomes %j, as in Go", (text, decoded) => {
  expect(decodeBase64(text)).toBe(decoded);
});

it("decodes megabytes", () => {
  expect(decodeBase64("QUJD".repeat(2 ** 20))).toHaveLength(3 * 2 ** 20);
});

it("encodes megabytes", () => {
  expect(encodeBase64("ABC".repeat(2 ** 20))).toHaveLength(2 ** 22);
});
