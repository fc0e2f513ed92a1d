import { afterAll, beforeAll, expect, it } from "vitest";
import { serveCli } from "../harness/cli.ts";
import { legalBody } from "../harness/raw-request.ts";
import { reviewOf, rowOf } from "../harness/reviews.ts";
import { asImage } from "./as-image.ts";
import { buildLoad, type Load } from "./load.ts";
import { portOf, samplesOf, terminate } from "./served.ts";
import { isShort } from "./short.ts";

const seconds = isShort ? 4 : 20;

let load: Load;
beforeAll(async () => {
  load = await buildLoad();
});
afterAll(() => load.remove());

/**
 * A string that makes the log line almost as long as its maximum. JSON escapes each character of
 * the string with six characters.
 */
const long = "\u0001".repeat(250);
const noisy = new TextDecoder().decode(
  reviewOf(rowOf("v1", "Lease"), { uid: long, name: long, namespace: long, subResource: long, userInfo: { username: long } }),
);

it("connections that log as much as they can take no line from an honest client", async () => {
  const served = await serveCli([], asImage);
  const send = (review: string, ...flags: readonly string[]) =>
    load.send({ ...served, review, flags: ["-for", `${seconds}s`, "-timeout", "2s", ...flags] });
  const [honest, refused] = await Promise.all([
    send(legalBody, "-rate", "100"),
    send("[]", "-rate", "400"),
    send(noisy, "-rate", "100000", "-workers", "4"),
  ]);
  const samples = await samplesOf(await portOf(served, "metrics"));
  expect(await terminate(served)).toMatchObject({ code: 0 });
  const lines = served.stdout().split("\n");
  const logged = served.stdout().length / seconds;
  expect(Object.keys(honest)).toEqual(["200"]);
  expect(lines.filter((line) => line.includes("705ab4f5-6393-11e8-b7cc-42010a800002"))).toHaveLength(honest["200"] ?? 0);
  expect(refused["400"]).toBeGreaterThan(100 * seconds);
  expect(samples.get("log_lines_lost_total")).toBe(0);
  expect(samples.get('log_lines_omitted_total{reason="connection"}')).toBeGreaterThan(0);
  expect(samples.get('log_lines_omitted_total{reason="sampled"}')).toBeGreaterThan(0);
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(8 * 1024);
  // Each of the four noisy connections may log 1 MiB per second. The rest is for the other lines.
  expect(logged).toBeLessThan(6 * 1024 * 1024);
  expect(served.stdout()).toContain('"msg":"log lines were omitted"');
});
