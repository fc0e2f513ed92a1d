import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { failed, type Result } from "../../field/result.ts";
import { decodePolicyText, maxPolicyBytes } from "../../policy-file/read-policy.ts";
import { systemErrorText } from "../../text/system-error.ts";

/** The text of a policy file, or why there is none, as "must …". */
export type PolicyFileText = Result<string, string>;

/**
 * Reads a policy file, at the start and at each change; never waits for a process that writes it.
 */
export async function readPolicyText(file: string): Promise<PolicyFileText> {
  try {
    // Opening a pipe without a writer would hold a thread, and with it the end of the process.
    const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      if (!(await handle.stat()).isFile()) return failed("must be a regular file");
      // `end` is the index of the last byte, so that this reads one byte too many.
      return decodePolicyText(await buffer(handle.createReadStream({ end: maxPolicyBytes, autoClose: false })));
    } finally {
      await handle.close();
    }
  } catch (error) {
    return failed(`must be readable: ${systemErrorText(error)}`);
  }
}
