import { setTimeout as pause } from "node:timers/promises";

/**
 * The time between two calls of `ask`. The time is short compared with the deadlines of the tests,
 * and long compared with a request of about 2 ms.
 */
const pollIntervalMs = 50;

/**
 * Calls `ask` repeatedly until its result is not undefined, and returns this result. After the
 * deadline, throws an error with the text `what`.
 */
export async function eventually<T>(
  what: string,
  deadlineMs: number,
  ask: () => T | undefined | Promise<T | undefined>,
): Promise<T> {
  const deadline = performance.now() + deadlineMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > deadline) throw new Error(`not within ${deadlineMs} ms: ${what}`);
    await pause(pollIntervalMs);
  }
}
