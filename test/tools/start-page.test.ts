import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { change, expectFastResult, firstResult, results } from "../harness/playground.ts";
import { siteBrowser } from "../harness/site-browser.ts";
import { siteFolder } from "../harness/site-server.ts";

const started = siteBrowser();

/** Returns the class and the text of the result of the live example. */
async function verdict(page: Page): Promise<string> {
  return (await page.evaluate(
    `(({ className, textContent }) => className + ": " + textContent.replaceAll(/\\s+/g, " ").trim())(document.querySelector(".verdict"))`,
  )) as string;
}

test("the live example shows the result of the engine, and the same result without JavaScript", async () => {
  const { page, problems } = await started().open("/");
  await results(page, 1);
  const first = await verdict(page);
  expect(first).toMatch(/^verdict denied: denied ?spec\.holderIdentity: .* \(lease\/holder-kept-until-expiry\)$/);
  const { page: plain } = await started().open("/", { javaScriptEnabled: false });
  expect((await verdict(plain)).replaceAll(" ", "")).toBe(first.replaceAll(" ", ""));
  await page.locator(".live input[value=default]").check();
  await results(page, 2);
  expect(await verdict(page)).toMatch(/^verdict warned: allowed, with a warning/);
  await page.locator(".live input[value=strict]").check();
  await results(page, 3);
  for (const [second, expected] of [
    ["9", /^verdict denied/],
    ["10", /^verdict allowed: allowed ?In the last 5 seconds/],
    ["15", /^verdict allowed: allowed ?The lease term of controller-1 has expired/],
  ] as const) {
    await change(page, () => page.locator("#live-time").fill(second));
    expect(await verdict(page)).toMatch(expected);
  }
  expect(problems).toEqual([]);
});

test("the first result needs at most 220 KiB", async () => {
  const { paths } = await firstResult((await started().open("/")).page);
  const bytes = paths.reduce((sum, path) => sum + started().site.gzipBytes(path), 0);
  process.stdout.write(`the start page with its first result: ${bytes} bytes\n`);
  expect(bytes).toBeLessThanOrEqual(220 * 1024);
});

test("the first result comes within 1.2 s", () => expectFastResult(() => started().open("/")));

test("each page has the mark as its icon, and names the picture for other sites", () => {
  for (const page of ["index.html", "policy.html", "playground/index.html"]) {
    const html = readFileSync(join(siteFolder, page), "utf8");
    expect(html).toMatch(/<link rel="icon"[^>]*href="(?:\/mark\.svg|data:image\/svg\+xml;base64,)/);
    if (!page.startsWith("playground")) expect(html).toContain('content="https://lease-guard.dev/og.png"');
  }
  expect(readFileSync(join(siteFolder, "og.png")).subarray(1, 4).toString()).toBe("PNG");
});
