import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Served, serveCli } from "../harness/cli.ts";
import { legalBody } from "../harness/raw-request.ts";
import { isShort } from "../harness/short.ts";
import { asImage } from "./as-image.ts";
import { startBalancer } from "./balancer.ts";
import { buildLoad, type Load } from "./load.ts";

const rate = isShort ? 500 : 2000;
const rounds = isShort ? 1 : 7;
/** The shutdown delay in seconds. The long version of the test uses the default. */
const delay = isShort ? 6 : 10;

let load: Load;
beforeAll(async () => {
  load = await buildLoad();
});
afterAll(() => load.remove());

/**
 * `counts` has the number of requests for each status or error while one of two replicas was
 * stopped. `judgedLate` is the number of reviews that this replica validated after SIGTERM.
 */
interface Outcome {
  readonly counts: Readonly<Record<string, number>>;
  readonly judgedLate: number;
}

/**
 * Stops one of two replicas under load. After `lateMs`, the load balancer sends no new connections
 * to this replica.
 */
async function stopOne(delaySeconds: number, lateMs: number): Promise<Outcome> {
  const flags = ["--shutdown-delay-duration", `${delaySeconds}s`];
  const [stopped, other] = await Promise.all([serveCli(flags, asImage()), serveCli(flags, asImage())]);
  const balancer = await startBalancer([stopped.port, other.port]);
  // The load starts two seconds before SIGTERM, and ends one second after the shutdown delay.
  const duration = `${delaySeconds + 3}s`;
  const ca = stopped.ca + other.ca;
  const send = (...flags: readonly string[]) =>
    load.send({ port: balancer.port, ca, review: legalBody, flags: [...flags, "-for", duration] });
  // If responses are fast, a few connections carry all requests, and it is possible that all of
  // them go to the other replica. Some requests therefore use a new connection each.
  const sent = Promise.all([send("-rate", String(rate)), send("-rate", "50", "-fresh")]);
  await wait(2000);
  stopped.child.kill("SIGTERM");
  await wait(lateMs);
  balancer.remove(stopped.port);
  expect(await stopped.ended(30_000)).toMatchObject({ code: 0 });
  const counts: Record<string, number> = {};
  for (const [outcome, count] of (await sent).flatMap(Object.entries<number>))
    counts[outcome] = (counts[outcome] ?? 0) + count;
  balancer.stop();
  await end(other);
  const [, after = ""] = stopped.stdout().split('"msg":"stopping"');
  return { counts, judgedLate: after.split('"msg":"decision"').length - 1 };
}

async function end(served: Served): Promise<void> {
  // A second signal stops the server without the shutdown delay.
  served.child.kill("SIGTERM");
  await wait(200);
  served.child.kill("SIGTERM");
  await served.ended(5000);
}

describe("one of two replicas stops", () => {
  for (let round = 1; round <= rounds; round++) {
    it.each([0, 1000, 5000])(
      `and the balancer learns of it %i ms later: no review fails, round ${round}`,
      async (lateMs) => {
        const { counts, judgedLate } = await stopOne(delay, lateMs);
        expect(Object.keys(counts)).toEqual(["200"]);
        expect(counts["200"]).toBeGreaterThan(rate);
        // Without a delay of the load balancer, only existing connections can carry late requests, so
        // there may be none.
        if (lateMs > 0) expect(judgedLate).toBeGreaterThan(0);
      },
    );
  }

  it("at once, and reviews fail, which proves that the rounds above can fail", async () => {
    const { counts } = await stopOne(0, 1000);
    expect(Object.keys(counts).filter((outcome) => outcome !== "200")).not.toEqual([]);
  });
});
