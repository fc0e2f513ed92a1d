import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { auditHtml } from "../../src/audit/reports/html.ts";
import type { AuditResult } from "../../src/audit/result.ts";
import { auditOf, example, hostile, hostileAudit } from "../audit/reports/audit-results.ts";
import { leaseBy } from "../harness/audit-objects.ts";
import { auditScene } from "../harness/audit-scene.ts";
import { type OpenedPage, openPage, startBrowser } from "../harness/browser.ts";
import { contrast, parseColor } from "../harness/colors.ts";
import { type Painted, paintedScript, ratioOf } from "../harness/painted.ts";
import { auditElection, recordedElections } from "../harness/recorded-election.ts";
import { context } from "../harness/report-context.ts";

const folder = mkdtempSync(join(tmpdir(), "lease-guard-html-"));
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

/** Opens HTML in the browser until the end of the test. */
async function opened(text: string, options?: BrowserContextOptions): Promise<OpenedPage> {
  const page = await openPage(browser, join(folder, "page.html"), text, options);
  onTestFinished(page.close);
  return page;
}

const pageOf = (result: AuditResult): string => auditHtml(result, context);
const openAll = (page: Page): Promise<unknown> =>
  page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })");
/** The Lease of a real election, whose holders release it, lose it, and lose it to a person. */
const election = recordedElections().find(({ title }) => title.startsWith("client-go.jsonl example b2"));
if (election === undefined) throw new Error("the recorded reviews must contain the election");
const recorded = auditElection(election, election.sent);
const audits = [
  ["an example", example],
  ["a recording of a real election", recorded],
  ["hostile strings", hostileAudit],
  ["no objects", auditOf([])],
] as const;

describe("requests and scripts", () => {
  test.each(audits)("there are none: %s", async (_, result) => {
    const { page, events } = await opened(pageOf(result));
    await openAll(page);
    expect(events).toEqual([]);
  });

  test.each([
    ["a script", "<script>console.log(1)</script>"],
    ["an image", "<img src='http://127.0.0.1:9/x.png'>"],
    ["an event handler", "<b onclick='alert(1)' id=b>b</b><script>b.click()</script>"],
  ])("the content security policy blocks %s, and the test notices it", async (_, planted) => {
    const { events } = await opened(pageOf(example).replace("<main>", `<main>${planted}`));
    expect(events.join("\n")).toContain("Content Security Policy");
    expect(events.filter((event) => event.startsWith("dialog"))).toEqual([]);
  });

  test("hostile strings are visible as text", async () => {
    const { page } = await opened(pageOf(hostileAudit));
    const shown = hostile.replace("\u202e", "\\u202e").replace("\u0007", "\\a").replace("\n", "\\n");
    expect(await page.locator("article h3 code").first().textContent()).toBe(shown);
  });
});

describe("keyboard", () => {
  test("Tab reaches every link and every part that opens, and Enter opens it", async () => {
    const { page } = await opened(pageOf(example));
    const wanted = await page.locator("a[href], summary").count();
    const reached: string[] = [];
    for (let index = 0; index < wanted; index++) {
      await page.keyboard.press("Tab");
      reached.push(await page.evaluate("document.activeElement.localName"));
      if (reached.at(-1) === "summary") await page.keyboard.press("Enter");
    }
    expect(reached.filter((name) => name === "a" || name === "summary")).toHaveLength(wanted);
    expect(await page.locator("details[open]").count()).toBe(await page.locator("details").count());
    expect(await page.locator("details").count()).toBeGreaterThan(3);
  });

  test("the element with the focus has an outline", async () => {
    const { page } = await opened(pageOf(example));
    await page.keyboard.press("Tab");
    expect(await page.evaluate("getComputedStyle(document.activeElement).outlineStyle")).toBe("solid");
  });
});

/** The display settings of a reader, with the media query that is true for them. */
const modes = [
  ["light mode", { colorScheme: "light" }, "(prefers-color-scheme: light)"],
  ["dark mode", { colorScheme: "dark" }, "(prefers-color-scheme: dark)"],
  ["the high-contrast mode of the system", { forcedColors: "active" }, "(forced-colors: active)"],
] as const;

describe.each(modes)("contrast in %s", (_, options, query) => {
  test("is at least 4.5 for texts, and at least 3 for shapes", async () => {
    const { page } = await opened(pageOf(example), options);
    expect(await page.evaluate(`matchMedia(${JSON.stringify(query)}).matches`)).toBe(true);
    await openAll(page);
    const { texts, shapes } = await page.evaluate<{
      readonly texts: readonly Painted[];
      readonly shapes: readonly Painted[];
    }>(paintedScript);
    expect(texts.length).toBeGreaterThan(80);
    expect(shapes.length).toBeGreaterThan(8);
    expect(texts.filter((text) => ratioOf(text) < 4.5)).toEqual([]);
    expect(shapes.filter((shape) => ratioOf(shape) < 3)).toEqual([]);
  });
});

describe.each(["light", "dark"] as const)("%s mode", (colorScheme) => {
  test("the page has the colors of the mode", async () => {
    const { page } = await opened(pageOf(example), { colorScheme });
    const background = await page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
    expect(
      contrast(parseColor(background) ?? [128, 128, 128], colorScheme === "light" ? [0, 0, 0] : [255, 255, 255]),
    ).toBeGreaterThan(15);
  });
});

test.each([
  [[0, 0, 0], [255, 255, 255], 21],
  [[119, 119, 119], [255, 255, 255], 4.48],
] as const)("the contrast of %j and %j is %d", (a, b, ratio) => {
  expect(contrast(a, b)).toBeCloseTo(ratio, 2);
});

test.each(audits)("a screen of 360 pixels needs no horizontal scrolling: %s", async (_, result) => {
  const { page } = await opened(pageOf(result), { viewport: { width: 360, height: 640 } });
  await openAll(page);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
});

test("the page works without JavaScript", async () => {
  const { page } = await opened(pageOf(example), { javaScriptEnabled: false });
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Audit of Leases and LeaseCandidates");
  await page.locator("summary", { hasText: "Command" }).first().click();
  expect(await page.locator("details[open]").count()).toBe(1);
  expect(await page.locator("pre").first().isVisible()).toBe(true);
});

test("a printed page contains the parts that are closed on the screen", async () => {
  const { page } = await opened(pageOf(example));
  expect(await page.locator("pre").first().isVisible()).toBe(false);
  await page.emulateMedia({ media: "print" });
  expect(await page.locator("pre").first().isVisible()).toBe(true);
});

test("a screen reader finds the parts of the page", async () => {
  const { page } = await opened(pageOf(example));
  expect(await page.getByRole("navigation", { name: "Namespaces" }).getByRole("link").count()).toBe(3);
  expect(await page.getByRole("region", { name: "team-a" }).getByRole("article").count()).toBe(2);
  expect(await page.getByRole("img", { name: /renewed from .* to .*, until/ }).count()).toBe(2);
  expect(await page.getByRole("rowheader").count()).toBeGreaterThan(8);
  const levels = await page.evaluate<readonly string[]>(
    "Array.from(document.querySelectorAll('h1, h2, h3'), (each) => each.localName)",
  );
  expect(levels.slice(0, 2)).toEqual(["h1", "h2"]);
  expect(levels.filter((level, index) => Number(level[1]) - Number(levels[index - 1]?.[1] ?? 0) > 1)).toEqual([]);
});

test("two listings are enough for a timeline, and one listing is not", async () => {
  const objects = [leaseBy({ holder: "b", renewed: -1, transitions: 4 })];
  const earlier = { [-30]: [leaseBy({ holder: "a", renewed: -31 })] };
  const { page } = await opened(pageOf(auditScene({ objects, earlier }).result));
  expect(await page.getByRole("figure").getByRole("listitem").locator("p").allTextContents()).toEqual([
    "a: 1 holding period, renewed from 2026-07-01 07:59:29Z to 2026-07-01 07:59:29Z, lease term expires 2026-07-01 07:59:44Z",
    "b: 1 holding period, renewed from 2026-07-01 07:59:59Z to 2026-07-01 07:59:59Z, lease term expires 2026-07-01 08:00:14Z",
  ]);
  expect(await page.getByRole("figure").getByRole("img").count()).toBe(2);
  const one = await opened(pageOf(auditScene({ objects }).result));
  expect(await one.page.getByRole("figure").count()).toBe(0);
});

test("a timeline from a recording has the holding periods of each holder, as drawings and as texts", async () => {
  const { page } = await opened(pageOf(recorded));
  const rows = page.getByRole("figure").getByRole("listitem");
  expect(await rows.locator("p").allTextContents()).toEqual([
    "a: 1 holding period, renewed from 2026-11-21 07:58:42Z to 2026-11-21 07:58:50Z, released 2026-11-21 07:58:50Z",
    "b: 1 holding period, renewed from 2026-11-21 07:58:50Z to 2026-11-21 07:58:55Z, lease term expires 2026-11-21 07:58:58Z",
    "c: 2 holding periods, the last one renewed from 2026-11-21 07:59:16Z to 2026-11-21 07:59:19Z, lease term expires 2026-11-21 07:59:22Z",
  ]);
  const widths = await page.evaluate<readonly number[]>(
    "Array.from(document.querySelectorAll('rect.held'), (each) => each.getBoundingClientRect().width)",
  );
  expect(widths).toHaveLength(4);
  expect(widths.filter((width) => width < 10)).toEqual([]);
  expect(await page.getByRole("img", { name: /released 2026-11-21/ }).count()).toBe(2);
});
