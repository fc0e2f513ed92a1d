import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loaded, playgroundBrowser, resultMark } from "../harness/playground.ts";
import { siteFolder } from "../harness/site-server.ts";

const started = playgroundBrowser();

test("the page is small, and breaks no rule of its content security policy", async () => {
  const { open, site } = started();
  const { page, problems } = await open();
  await loaded(page);
  const before = (await page.evaluate(
    `performance.getEntriesByType("resource").filter(({ startTime }) => startTime < performance.getEntriesByName("${resultMark}")[0].startTime).map(({ name }) => new URL(name).pathname)`,
  )) as readonly string[];
  const sum = (paths: readonly string[]): number => paths.reduce((bytes, path) => bytes + site.gzipBytes(path), 0);
  const all = readdirSync(join(siteFolder, "playground"), { recursive: true, encoding: "utf8" }).map(
    (name) => `/playground/${name}`,
  );
  const [first, total] = [sum([...before, "/playground/"]), sum(all)];
  process.stdout.write(`first result: ${first} bytes; all files of the playground: ${total} bytes\n`);
  expect(first).toBeLessThanOrEqual(220 * 1024);
  expect(total).toBeLessThanOrEqual(260 * 1024);
  expect(problems).toEqual([]);
  expect(await page.getAttribute("meta[http-equiv]", "content")).toBe(
    "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'",
  );
});

/** The limit for the first result on the machine of the CI checks, in milliseconds. */
const limit = 1_200;

test("the first result comes within 1.2 s", async () => {
  const times: number[] = [];
  // Other programs of a shared machine can only delay a visit. The shortest time is therefore that
  // of the page, and further visits can only find a shorter time.
  while (times.length < 5 || (times.length < 15 && Math.min(...times) > limit)) {
    const { page } = await started().open();
    times.push(Math.round(Number(await page.evaluate(`performance.getEntriesByName("${resultMark}")[0].startTime`))));
    await page.close();
  }
  process.stdout.write(`first result after ${times.join(", ")} ms\n`);
  expect(Math.min(...times)).toBeLessThanOrEqual(limit);
});
