import type { Result } from "../../field/result.ts";
import { maxPolicyBytes } from "../../policy-file/read-policy.ts";
import { decodeUtf8 } from "../../text/decode-utf8.ts";
import { readRegularFile } from "../read-regular-file.ts";

/** The text of a policy file, or why the file cannot be read. The error starts with "must". */
export type PolicyFileText = Result<string, string>;

/**
 * Reads a policy file. The server reads the file when it starts, and again when the file changes.
 */
export async function readPolicyText(file: string): Promise<PolicyFileText> {
  const read = await readRegularFile(file, maxPolicyBytes);
  return read.ok ? decodeUtf8(read.value) : read;
}
