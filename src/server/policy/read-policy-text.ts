import { constants, type Stats } from "node:fs";
import { open } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { failed, type Result } from "../../field/result.ts";
import { decodePolicyText, maxPolicyBytes } from "../../policy-file/read-policy.ts";
import { systemErrorText } from "../../text/system-error.ts";

/** The text of a policy file, or the reason why it cannot be read, as "must …". */
export type PolicyFileText = Result<string, string>;

/**
 * Reads a policy file when the server starts and when the file changes. If the path is a pipe, the
 * function fails immediately and does not wait for a writer.
 */
export async function readPolicyText(file: string): Promise<PolicyFileText> {
  try {
    // Opening a pipe without a writer would block a thread, so the process could not end.
    const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) return failed(`must be a regular file, not ${kindOf(stats)}`);
      // `end` is the index of the last byte, so the stream reads one byte more than the maximum.
      return decodePolicyText(await buffer(handle.createReadStream({ end: maxPolicyBytes, autoClose: false })));
    } finally {
      await handle.close();
    }
  } catch (error) {
    return failed(`must be readable: ${systemErrorText(error)}`);
  }
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return "a directory";
  return stats.isFIFO() ? "a pipe" : "a device";
}
