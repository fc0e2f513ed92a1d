import { expect, it } from "vitest";
import { decodeBase64 } from "../../src/text/base64.ts";

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
