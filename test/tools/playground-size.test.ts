import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { expectFastResult, firstResult, loaded, playgroundBrowser } from "../harness/playground.ts";
import { siteFolder } from "../harness/site-server.ts";

const started = playgroundBrowser();

test("the page is small, and breaks no rule of its content security policy", async () => {
  const { open, site } = started();
  const { page, problems } = await open();
  await loaded(page);
  const sum = (paths: readonly string[]): number => paths.reduce((bytes, path) => bytes + site.gzipBytes(path), 0);
  const all = readdirSync(join(siteFolder, "playground"), { recursive: true, encoding: "utf8" }).map(
    (name) => `/playground/${name}`,
  );
  const [first, total] = [sum((await firstResult(page)).paths), sum(all)];
  process.stdout.write(`first result: ${first} bytes; all files of the playground: ${total} bytes\n`);
  expect(first).toBeLessThanOrEqual(220 * 1024);
  expect(total).toBeLessThanOrEqual(260 * 1024);
  expect(problems).toEqual([]);
  expect(await page.getAttribute("meta[http-equiv]", "content")).toBe(
    "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'",
  );
});

test("the first result comes within 1.2 s", () => expectFastResult(() => started().open()));
