import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { failed, ok, type Result } from "../../field/result.ts";

/** The text of a policy file, or why there is none, as "must …". */
export type PolicyFileText = Result<string, string>;

/**
 * 1 MiB: kube-apiserver accepts no larger ConfigMap, and a reload must not delay reviews for long.
 */
const maxPolicyBytes = 2 ** 20;

const utf8 = new TextDecoder("utf-8", { fatal: true });

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
      const bytes = await buffer(handle.createReadStream({ end: maxPolicyBytes, autoClose: false }));
      if (bytes.length > maxPolicyBytes) return failed(`must not be larger than ${maxPolicyBytes} bytes`);
      return ok(utf8.decode(bytes));
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof TypeError) return failed("must be UTF-8");
    return failed(`must be a readable file: ${error instanceof Error ? error.message : String(error)}`);
  }
}
