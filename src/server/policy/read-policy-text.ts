import type { Result } from "../../field/result.ts";
import { decodePolicyText, maxPolicyBytes } from "../../policy-file/read-policy.ts";
import { readRegularFile } from "../read-regular-file.ts";

/** The text of a policy file, or the reason why it cannot be read, as "must …". */
export type PolicyFileText = Result<string, string>;

/** Reads a policy file when the server starts and when the file changes. */
export async function readPolicyText(file: string): Promise<PolicyFileText> {
  const read = await readRegularFile(file, maxPolicyBytes);
  return read.ok ? decodePolicyText(read.value) : read;
}
