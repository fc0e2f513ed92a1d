import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { startBrowser, until } from "./browser.ts";
import { type SiteServer, serveSite } from "./site-server.ts";

export interface SiteBrowser {
  readonly browser: Browser;
  readonly site: SiteServer;
  /** Opens a page, and collects its errors and its requests to other hosts. */
  readonly open: (
    address: string,
    options?: BrowserContextOptions,
  ) => Promise<{ readonly page: Page; readonly problems: readonly string[] }>;
}

export function siteBrowser(): () => SiteBrowser {
  return startedBrowser((browser, site) => ({
    browser,
    site,
    open: (address, options) => openPage(browser, site, address, options),
  }));
}

/** Starts a browser and a server before the tests of a file, and stops both after the tests. */
export function startedBrowser<T extends Pick<SiteBrowser, "browser" | "site">>(
  start: (browser: Browser, site: SiteServer) => T,
): () => T {
  let started: T | undefined;
  beforeAll(async () => {
    const [browser, site] = await Promise.all([startBrowser(), serveSite()]);
    started = start(browser, site);
  });
  afterAll(async () => {
    await started?.browser.close();
    started?.site.close();
  });
  return () => {
    if (started === undefined) throw new Error("the browser starts before the tests of a file");
    return started;
  };
}

/**
 * An expression for a browser. Its value is true if the page reacts to input, because Vue has
 * mounted the app of the site. The playground is not part of this app.
 */
const isInteractive = `(document.querySelector("#app") ?? { __vue_app__: true }).__vue_app__ !== undefined`;

async function openPage(
  browser: Browser,
  site: SiteServer,
  address: string,
  options: BrowserContextOptions = {},
): Promise<{ readonly page: Page; readonly problems: readonly string[] }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(site.origin) && !request.url().startsWith("data:"))
      problems.push(`request ${request.url()}`);
  });
  page.on("console", (message) => problems.push(`console ${message.text()}`));
  page.on("pageerror", (error) => problems.push(`error ${error.message}`));
  await page.goto(site.origin + address, { waitUntil: "networkidle" });
  if (options.javaScriptEnabled ?? true) await until(page, isInteractive);
  return { page, problems };
}
