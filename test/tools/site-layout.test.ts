import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { until } from "../harness/browser.ts";
import { clippedBlocks } from "../harness/clipped-blocks.ts";
import { lowContrasts } from "../harness/low-contrasts.ts";
import { siteBrowser } from "../harness/site-browser.ts";

const started = siteBrowser();

const pages = [
  "/",
  "/two-leaders",
  "/install",
  "/first-hour",
  "/elections",
  "/fence",
  "/programs",
  "/cli",
  "/policy",
  "/admission-policies",
  "/rules/",
  "/rules/lease/holder-kept-until-expiry",
];

describe.each([1280, 390])("in a width of %d pixels", (width) => {
  test.each(pages)("%s clips nothing, light and dark, and has enough contrast", async (address) => {
    const { page, problems } = await started().open(address, {
      viewport: { width, height: 900 },
      reducedMotion: "reduce",
    });
    expect(await page.evaluate(clippedBlocks)).toEqual([]);
    expect(await page.evaluate(lowContrasts)).toEqual([]);
    await page.evaluate(`
      document.head.insertAdjacentHTML("beforeend", "<style>* { transition: none !important }</style>");
      document.documentElement.classList.add("dark");`);
    expect(await page.evaluate(clippedBlocks)).toEqual([]);
    expect(await page.evaluate(lowContrasts)).toEqual([]);
    expect(problems).toEqual([]);
  });
});

test.each([
  ["a block that scrolls", "overflow: auto; width: 40px; white-space: nowrap"],
  ["a block that hides its text", "overflow: hidden; width: 40px; white-space: nowrap"],
  ["a block outside of the window", "position: absolute; left: 360px; width: 100px"],
])("%s is detected", async (_, style) => {
  const { page } = await started().open("/two-leaders", { viewport: { width: 390, height: 900 } });
  await page.evaluate(`document.querySelector("main p").style.cssText = ${JSON.stringify(style)}`);
  expect(await page.evaluate(clippedBlocks)).not.toEqual([]);
});

test("the table of elections has a red row, and a narrow screen shows the narrow picture", async () => {
  const { page } = await started().open("/", { viewport: { width: 390, height: 900 } });
  expect(await page.locator(".screens svg:visible .red").allTextContents()).toEqual([
    expect.stringMatching(/^billing\s+invoices\s+leaderless$/),
  ]);
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(await page.locator(".screens svg:visible .red").textContent()).toContain("2h30m");
});

test("the list of rules filters by tier, kind, mode, and where a rule acts", async () => {
  const { page } = await started().open("/rules/");
  const all = await page.locator(".rules tbody tr").count();
  const shown = async (): Promise<readonly string[]> => page.locator(".rules tbody tr:visible").allInnerTexts();
  for (const [column, word] of [
    ["Tier", "protocol"],
    ["Kinds", "LeaseCandidate"],
    ["In profile strict", "deny"],
    ["Acts in", "policies"],
  ] as const) {
    const before = await shown();
    await page.locator(`.rule-filter select[data-column="${column}"]`).selectOption(word);
    const after = await shown();
    expect(after.length).toBeLessThan(before.length);
    expect(after.filter((row) => !row.includes(word))).toEqual([]);
    expect(await page.locator(".rule-filter output").textContent()).toBe(`${after.length} of ${all} rules`);
  }
  expect(await shown()).toContainEqual(expect.stringContaining("lease-candidate/lease-name-valid"));
});

test("the list of rules is a plain table without JavaScript", async () => {
  const { page } = await started().open("/rules/", { javaScriptEnabled: false });
  expect(await page.locator(".rule-filter:visible").count()).toBe(0);
  const displays = await page.evaluate(
    `["table", "tbody tr", "tbody td"].map((part) => getComputedStyle(document.querySelector(".rules " + part)).display)`,
  );
  expect(displays).toEqual(["table", "table-row", "table-cell"]);
});

test("the page about the installation shows one way at a time, or all without JavaScript", async () => {
  const { page } = await started().open("/install#openshift");
  const headings = (shown: Page): Promise<readonly string[]> => shown.locator("section.tab h2:visible").allInnerTexts();
  const names = (texts: readonly string[]): readonly string[] =>
    texts.map((text) => text.replaceAll(/[^\w ]/g, "").trim());
  expect(names(await headings(page))).toEqual(["OpenShift"]);
  await page.locator("nav.tabs a", { hasText: "Helm" }).click();
  await until(page, `document.querySelector("nav.tabs [aria-current=true]").textContent === "Helm"`);
  expect(names(await headings(page))).toEqual(["Helm"]);
  const { page: plain } = await started().open("/install", { javaScriptEnabled: false });
  expect(names(await headings(plain))).toEqual(["Policies only", "Helm", "kustomize", "OpenShift", "Static files"]);
});

test("the pictures move, unless the reader wants less motion or stops them", async () => {
  const running = `document.getAnimations().filter(({ animationName, playState }) => animationName && playState === "running").length`;
  const { page } = await started().open("/two-leaders", { reducedMotion: "no-preference" });
  expect(await page.evaluate(running)).toBeGreaterThan(0);
  for (const control of await page.locator(".pause input").all()) await control.check();
  expect(await page.evaluate(running)).toBe(0);
  const { page: still } = await started().open("/two-leaders", { reducedMotion: "reduce" });
  expect(await still.evaluate(running)).toBe(0);
});

test.each([
  ["exempt a user", /^\/(?:policy|admission-policies|programs)/],
  ["two leaders", /^\/two-leaders/],
  ["who leads", /^\/elections/],
  ["upgrade", /^\/(?:helm|install|overlays|admission-policies)/],
])("the search for %s begins with a guide", async (query, expected) => {
  const { page, problems } = await started().open("/glossary");
  await page.keyboard.press("Control+k");
  // Typing letter by letter would also show the results for the first letters of the query.
  await page.locator("#localsearch-input").fill(query);
  await page.locator(".results a").first().waitFor();
  const paths = (await page.evaluate(
    `Array.from(document.querySelectorAll(".results a"), (link) => link.pathname + link.hash)`,
  )) as readonly string[];
  expect(paths[0]).toMatch(expected);
  expect(paths.slice(0, 5).filter((path) => /^\/(?:changelog|decisions|contributing|releasing)/.test(path))).toEqual(
    [],
  );
  expect(problems).toEqual([]);
});
