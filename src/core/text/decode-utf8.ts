import { failed, ok, type Result } from "../field/result.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

export function withoutByteOrderMark(text: string): string {
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

/** Decodes UTF-8 bytes and removes a byte order mark. */
export function decodeUtf8(bytes: Uint8Array): Result<string, string> {
  try {
    return ok(utf8.decode(bytes));
  } catch {
    return failed("must be UTF-8");
  }
}
