import { expect, it } from "vitest";
import { decodeBase64, encodeBase64 } from "../../../src/core/text/base64.ts";

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
