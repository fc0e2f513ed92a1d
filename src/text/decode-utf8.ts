import { failed, ok, type Result } from "../field/result.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Decodes bytes without a byte order mark, or returns that the bytes must be UTF-8. */
export function decodeUtf8(bytes: Uint8Array): Result<string, string> {
  try {
    return ok(utf8.decode(bytes));
  } catch {
    return failed("must be UTF-8");
  }
}
