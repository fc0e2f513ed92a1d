import { faultText } from "./fault-text.ts";
import { UsageError } from "./usage-error.ts";
import { writeText } from "./write-text.ts";

/** Standard output by its number: opened as a stream it would no longer block, and a slow reader would get half of what is printed. */
const stdout = 1;

/** Writes all of a text before it returns; a reader that has gone, as `head` has, had what it wanted. */
export function print(text: string): void {
  try {
    writeText(stdout, text);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EPIPE") throw new UsageError(`standard output must be writable: ${faultText(error)}`);
  }
}
