import { expect, it } from "vitest";
import { failed, ok } from "../../../src/core/field/result.ts";
import { decodeUtf8 } from "../../../src/core/text/decode-utf8.ts";

it.each<readonly [string, Uint8Array, ReturnType<typeof decodeUtf8>]>([
  ["UTF-8", Buffer.from("a: é"), ok("a: é")],
  ["UTF-8 with a byte order mark", Buffer.from("\ufeffa: é"), ok("a: é")],
  ["nothing", Buffer.of(), ok("")],
  ["Latin-1", Buffer.from("a: é", "latin1"), failed("must be UTF-8")],
  ["UTF-16", Buffer.from("\ufeffa: b", "utf16le"), failed("must be UTF-8")],
])("decodes %s, or reports why it cannot", (_, bytes, decoded) => {
  expect(decodeUtf8(bytes)).toEqual(decoded);
});
