import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { buffer } from "node:stream/consumers";

/** The text of a policy's file, or why there is none. */
export type PolicyFileText = { readonly text: string } | { readonly fault: string };

/** 1 MiB: kube-apiserver takes no larger ConfigMap, and what is read again while reviews are judged must be judged soon. */
const maxPolicyBytes = 2 ** 20;

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Reads a policy's file, at the start as at each change; never waits for anybody who would have to write it first. */
export async function readPolicyText(file: string): Promise<PolicyFileText> {
  try {
    // Opening a pipe that nobody writes would hold a thread, and with it the end of the process.
    const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      if (!(await handle.stat()).isFile()) return { fault: "must be a regular file" };
      // `end` is the last byte's, so that one too many is read.
      const bytes = await buffer(handle.createReadStream({ end: maxPolicyBytes, autoClose: false }));
      if (bytes.length > maxPolicyBytes) return { fault: `must not be larger than ${maxPolicyBytes} bytes` };
      return { text: utf8.decode(bytes) };
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof TypeError) return { fault: "must be UTF-8" };
    return { fault: `must be a readable file: ${error instanceof Error ? error.message : String(error)}` };
  }
}
