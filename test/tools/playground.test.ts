import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { ruleExamples } from "../../scripts/site/rule-examples.ts";
import { emptyInput, toFragment } from "../../src/playground/share-link.ts";
import { rules } from "../../src/rules/index.ts";
import { startBrowser } from "../harness/browser.ts";
import { type SiteServer, serveSite } from "../harness/site-server.ts";

let browser: Browser;
let site: SiteServer;
beforeAll(async () => {
  [browser, site] = await Promise.all([startBrowser(), serveSite()]);
});
afterAll(async () => {
  await browser?.close();
  site?.close();
});

interface Playground {
  readonly page: Page;
  /** The paths of all requests, in their order. */
  readonly requests: readonly string[];
  /** Requests to other hosts, messages on the console, and errors. */
  readonly problems: readonly string[];
}

/** Opens the playground with a fragment, and waits for the first result. */
async function open(fragment = "", options: BrowserContextOptions = {}): Promise<Playground> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const requests: string[] = [];
  const problems: string[] = [];
  page.on("request", (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === site.origin) requests.push(pathname);
    else problems.push(`request ${request.url()}`);
  });
  page.on("console", (message) => problems.push(`console ${message.text()}`));
  page.on("pageerror", (error) => problems.push(`error ${error.message}`));
  await page.goto(`${site.origin}/playground/${fragment}`);
  await results(page, 1);
  return { page, requests, problems };
}

const mark = "lease-guard-diagnostics";

/** Waits until the page has shown a number of results since it was opened. */
async function results(page: Page, count: number): Promise<void> {
  await until(page, `performance.getEntriesByName("${mark}").length >= ${count}`);
}

/** Waits until an expression is true. The content security policy forbids `page.waitForFunction`. */
async function until(page: Page, expression: string): Promise<void> {
  await expect.poll(() => page.evaluate(expression), { interval: 20, timeout: 20_000 }).toBe(true);
}

/** Does something that changes a text, and waits for the next result. */
async function change(page: Page, action: () => Promise<unknown>): Promise<void> {
  const before = Number(await page.evaluate(`performance.getEntriesByName("${mark}").length`));
  await action();
  await results(page, before + 1);
}

/** Returns the findings that the page lists, without remarks. */
function findings(page: Page): Promise<unknown> {
  return page.evaluate(
    `Array.from(document.querySelectorAll("#findings li:not(.note)"), (item) => item.textContent.replace(/^.*?, column \\d+ \\w+: /, ""))`,
  );
}

describe("every example of a rule page", () => {
  test("gives what the page says", async () => {
    const { page, problems } = await open();
    const examples = await ruleExamples();
    expect(examples).toHaveLength(2 * rules.length);
    const wrong: unknown[] = [];
    for (const { rule, section, input, messages } of examples) {
      const fragment = await toFragment(input);
      await change(page, () => page.evaluate(`location.hash = ${JSON.stringify(fragment)}`));
      const [found, summary] = [await findings(page), await page.textContent("#summary")];
      const isAsSaid =
        JSON.stringify(found) === JSON.stringify(messages) && summary?.endsWith(section === "Refused" ? ": denied" : ": allowed");
      if (!isAsSaid) wrong.push({ rule, section, found, summary });
    }
    expect(wrong).toEqual([]);
    expect(problems).toEqual([]);
  });

  test("leads from its page to the playground", async () => {
    const { page } = await open();
    await page.goto(`${site.origin}/rules/lease/holder-kept-until-expiry`);
    expect(await page.locator(".try-it a").count()).toBe(2);
    await page.locator(".try-it a").first().click();
    await results(page, 1);
    expect(page.url()).toContain("/playground/#1");
    expect(await findings(page)).toEqual([expect.stringContaining("(lease/holder-kept-until-expiry)")]);
  });

  test("is in the list of examples", async () => {
    const { page } = await open();
    await until(page, `document.querySelectorAll("#examples option").length === ${2 * rules.length + 1}`);
    await change(page, () => page.selectOption("#examples", "lease/lease-duration-positive: denied"));
    expect(await findings(page)).toEqual([expect.stringContaining("(lease/lease-duration-positive)")]);
  });
});

describe("the page", () => {
  test("is small, shows its first result soon, and breaks no rule of its content security policy", async () => {
    const { page, requests, problems } = await open();
    await until(page, "document.querySelectorAll('#examples option').length > 1");
    const before = (await page.evaluate(
      `performance.getEntriesByType("resource").filter(({ startTime }) => startTime < performance.getEntriesByName("${mark}")[0].startTime).map(({ name }) => new URL(name).pathname)`,
    )) as readonly string[];
    const sum = (paths: readonly string[]): number => paths.reduce((bytes, path) => bytes + site.gzipBytes(path), 0);
    const first = Math.round(Number(await page.evaluate(`performance.getEntriesByName("${mark}")[0].startTime`)));
    process.stdout.write(
      `first result after ${first} ms and ${sum([...before, "/playground/"])} bytes; all files that the page loads: ${sum(requests)} bytes\n`,
    );
    expect(sum([...before, "/playground/"])).toBeLessThanOrEqual(220 * 1024);
    expect(first).toBeLessThan(10_000);
    expect(problems).toEqual([]);
    expect(await page.getAttribute("meta[http-equiv]", "content")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src data:",
    );
  });

  test("reports a violation of its content security policy", async () => {
    const { page, problems } = await open();
    await page.evaluate("document.body.append(Object.assign(new Image(), { src: '/vp-icons.css' }))");
    await expect.poll(() => problems.join()).toContain("Content Security Policy");
  });

  test.each(["light", "dark"] as const)("fits into a width of 360 pixels, %s", async (colorScheme) => {
    const { page } = await open("", { viewport: { width: 360, height: 640 }, colorScheme });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
  });

  test("explains itself without JavaScript", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(`${site.origin}/playground/`);
    expect(await page.textContent("noscript")).toContain("needs JavaScript");
  });
});

describe("with the keyboard alone", () => {
  /** Presses Tab until an element has the focus. */
  async function tabTo(page: Page, selector: string): Promise<void> {
    for (let presses = 0; presses < 60; presses++) {
      if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`Tab does not lead to ${selector}`);
  }

  test("a reader writes an object, completes a field, and goes to the finding", async () => {
    const { page, problems } = await open(`#${await toFragment(emptyInput)}`);
    await until(page, "document.querySelectorAll('#examples option').length > 1");
    await tabTo(page, "#object .cm-content");
    await change(page, () => page.keyboard.insertText("apiVersion: coordination.k8s.io/v1\nkind: Lease\nmetadata: { name: a }\nspec:\n  "));
    await page.keyboard.type("leaseDur");
    await page.waitForSelector(".cm-tooltip-autocomplete");
    // The editor ignores Enter until the list has been visible for a moment.
    await page.waitForTimeout(300);
    await page.keyboard.press("Enter");
    await expect.poll(() => page.textContent("#object .cm-content")).toContain("leaseDurationSeconds: ");
    await page.keyboard.type("0");
    await expect.poll(() => findings(page)).toEqual([expect.stringContaining("must be greater than 0")]);
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("F8");
    await expect.poll(() => page.evaluate("document.getSelection().anchorNode.textContent")).toContain("0");
    await tabTo(page, "#policy .cm-content");
    await tabTo(page, "#findings button");
    await page.keyboard.press("Enter");
    expect(await page.evaluate("document.activeElement.matches('#object .cm-content')")).toBe(true);
    expect(problems).toEqual([]);
  });

  test("a reader opens the export, and shares all texts", async () => {
    const { page } = await open();
    await tabTo(page, "#user");
    await page.keyboard.type("jane");
    await tabTo(page, "#export-title");
    await page.keyboard.press("Enter");
    await until(page, "document.getElementById('export').textContent.includes('kind: ValidatingAdmissionPolicy')");
    await page.keyboard.press("Control+Home");
    await page.focus("#share");
    await page.keyboard.press("Enter");
    await until(page, "location.hash !== ''");
    const { page: other } = await open(new URL(page.url()).hash);
    expect(await other.inputValue("#user")).toBe("jane");
    expect(await findings(other)).toEqual(await findings(page));
    const { page: broken } = await open("#1abc");
    expect(await broken.textContent("#shared")).toContain("Cannot open the link");
  });
});
