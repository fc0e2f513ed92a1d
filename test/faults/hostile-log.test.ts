import { afterAll, beforeAll, expect, it } from "vitest";
import { logGraceBytes, logWindowMs, sharedLogBytes } from "../../src/webhook/limits.ts";
import { type Served, serveCli } from "../harness/cli.ts";
import { legalBody } from "../harness/raw-request.ts";
import { isShort } from "../harness/short.ts";
import { asImage } from "./as-image.ts";
import { cheapNoisyReview, noisyReview } from "./hostile-attackers.ts";
import { buildLoad, type Load } from "./load.ts";
import { loggedPort, samplesOf, terminate } from "./served.ts";

const seconds = isShort ? 4 : 20;

let load: Load;
beforeAll(async () => {
  load = await buildLoad();
});
afterAll(() => load.remove());

/** Makes the reader of the log pause for half of the time. */
function slowDown({ child: { stdout } }: Served): void {
  let paused = false;
  const timer = setInterval(() => {
    paused = !paused;
    if (paused) stdout?.pause();
    else stdout?.resume();
  }, 20);
  stdout?.once("close", () => clearInterval(timer));
}

it.each<readonly [number, string, string, (served: Served) => void]>([
  [16, "fast", noisyReview, () => {}],
  [16, "slow", noisyReview, slowDown],
  [150, "slow", cheapNoisyReview, slowDown],
  [400, "fast", cheapNoisyReview, () => {}],
])(
  "%i connections that log as much as they can take no line from an honest client, with a %s reader",
  async (noisy, _, review, disturb) => {
    const served = await serveCli([], asImage());
    disturb(served);
    const send = (review: string, ...flags: readonly string[]) =>
      load.send({ ...served, review, flags: ["-for", `${seconds}s`, "-timeout", "10s", ...flags] });
    // Many other connections leave less of the log, and of the time of the server.
    const rate = noisy === 16 ? 100 : 20;
    const [honest, refused] = await Promise.all([
      send(legalBody, "-rate", `${rate}`),
      send("[]", "-rate", "400"),
      send(review, "-workers", `${noisy}`, "-idle", `${noisy}`),
    ]);
    const samples = await samplesOf(await loggedPort(served, "metrics"));
    expect(await terminate(served)).toMatchObject({ code: 0 });
    const lines = served.stdout().split("\n");
    const logged = served.stdout().length / seconds;
    expect(Object.keys(honest)).toEqual(["200"]);
    expect(lines.filter((line) => line.includes("705ab4f5-6393-11e8-b7cc-42010a800002"))).toHaveLength(
      honest["200"] ?? 0,
    );
    expect(refused["400"]).toBeGreaterThan(100 * seconds);
    expect(samples.get("log_lines_lost_total")).toBe(0);
    // Many connections share the time of the server, so on a slow machine their lines possibly fit.
    if (noisy === 16) expect(samples.get('log_lines_omitted_total{reason="connection"}')).toBeGreaterThan(0);
    expect(samples.get('log_lines_omitted_total{reason="sampled"}')).toBeGreaterThan(0);
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(8 * 1024);
    const maxWindowBytes = (noisy + 50) * logGraceBytes + sharedLogBytes;
    expect(logged).toBeLessThan((1 + 1 / seconds) * (1_000 / logWindowMs) * maxWindowBytes + 64 * 1024);
    expect(served.stdout()).toContain('"msg":"log lines were omitted"');
  },
);
