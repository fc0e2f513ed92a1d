import { expect, it } from "vitest";
import { failed, ok } from "../../src/field/result.ts";
import { maxPolicyBytes, policyText } from "../../src/policy-file/policy-text.ts";

const large = "a".repeat(maxPolicyBytes);

it.each<readonly [string, Uint8Array, ReturnType<typeof policyText>]>([
  ["UTF-8", Buffer.from("a: é"), ok("a: é")],
  ["UTF-8 with a byte order mark", Buffer.from("\ufeffa: é"), ok("a: é")],
  ["nothing", Buffer.of(), ok("")],
  ["1 MiB", Buffer.from(large), ok(large)],
  ["more than 1 MiB", Buffer.from(`${large}a`), failed("must not be larger than 1048576 bytes")],
  ["Latin-1", Buffer.from("a: é", "latin1"), failed("must be UTF-8")],
  ["UTF-16", Buffer.from("\ufeffa: b", "utf16le"), failed("must be UTF-8")],
])("decodes %s, or reports why it cannot", (_, bytes, read) => {
  expect(policyText(bytes)).toEqual(read);
});
