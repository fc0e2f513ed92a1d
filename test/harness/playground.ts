import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { startedBrowser } from "./site-browser.ts";
import type { SiteServer } from "./site-server.ts";

export interface Playground {
  readonly page: Page;
  /** The paths of the requests to the site, in their order. */
  readonly requests: readonly string[];
  /** Requests to other hosts, messages on the console, and errors. */
  readonly problems: readonly string[];
}

export interface PlaygroundBrowser {
  readonly browser: Browser;
  readonly site: SiteServer;
  /** Opens the playground with a fragment in a new context, and waits for the first result. */
  readonly open: (fragment?: string, options?: BrowserContextOptions) => Promise<Playground>;
}

export function playgroundBrowser(): () => PlaygroundBrowser {
  return startedBrowser((browser, site) => ({
    browser,
    site,
    open: (fragment, options) => openPlayground(browser, site, fragment, options),
  }));
}

async function openPlayground(
  browser: Browser,
  site: SiteServer,
  fragment = "",
  options: BrowserContextOptions = {},
): Promise<Playground> {
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

/** The mark that the page sets after it has shown a result. */
export const resultMark = "lease-guard-diagnostics";

/** Waits until the page has shown a number of results since it was opened. */
export async function results(page: Page, count: number): Promise<void> {
  await until(page, `performance.getEntriesByName("${resultMark}").length >= ${count}`);
}

/**
 * Waits until an expression is true. The content security policy forbids `page.waitForFunction`.
 */
export async function until(page: Page, expression: string): Promise<void> {
  await expect.poll(() => page.evaluate(expression), { interval: 20, timeout: 20_000 }).toBe(true);
}

/** Waits until the page has loaded the completion and the examples. */
export async function loaded(page: Page): Promise<void> {
  await until(page, "document.querySelectorAll('#examples option').length > 1");
}

/** Runs an action that changes an input, and waits for the next result. */
export async function change(page: Page, action: () => Promise<unknown>): Promise<void> {
  const before = Number(await page.evaluate(`performance.getEntriesByName("${resultMark}").length`));
  await action();
  await results(page, before + 1);
}

/** Returns the findings that the page lists, without remarks and warnings about the policy. */
export function shownFindings(page: Page): Promise<unknown> {
  return page.evaluate(
    `Array.from(document.querySelectorAll("#findings li:not(.note, .warning)"), (item) => item.textContent.replace(/^.*?, column \\d+ \\w+: /, ""))`,
  );
}
