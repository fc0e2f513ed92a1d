import { setTimeout as pause } from "node:timers/promises";

/** Short beside every deadline here, long beside one request (2 ms). */
const pollIntervalMs = 50;

/** Asks again and again until the answer is not undefined; past the deadline it throws, naming what was waited for. */
export async function eventually<T>(what: string, deadlineMs: number, ask: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + deadlineMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > deadline) throw new Error(`not within ${deadlineMs} ms: ${what}`);
    await pause(pollIntervalMs);
  }
}
