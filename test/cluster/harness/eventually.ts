import { setTimeout as pause } from "node:timers/promises";

/**
 * This interval is short compared with every deadline of these tests, and long compared with one
 * request (2 ms).
 */
const pollIntervalMs = 50;

/**
 * Calls the function repeatedly until its result is not undefined. After the deadline, it throws an
 * error that names the expected event.
 */
export async function eventually<T>(what: string, deadlineMs: number, ask: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + deadlineMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > deadline) throw new Error(`not within ${deadlineMs} ms: ${what}`);
    await pause(pollIntervalMs);
  }
}
