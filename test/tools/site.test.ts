import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { globSync } from "tinyglobby";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { addressOf, sitePages } from "../../scripts/site/pages.ts";
import { rules } from "../../src/rules/index.ts";
import { startBrowser } from "../harness/browser.ts";
import { lowContrasts } from "../harness/low-contrasts.ts";
import { type SiteServer, serveSite, siteFile, siteFolder } from "../harness/site-server.ts";

interface HtmlPage {
  /** The address of the page, such as `/rules/`. */
  readonly address: string;
  readonly html: string;
  /** The content without the navigation of the site. */
  readonly main: string;
}

const pages: readonly HtmlPage[] = sitePages().map((page) => {
  const address = addressOf(page);
  const html = readFileSync(siteFile(address) ?? join(siteFolder, "404.html"), "utf8");
  const [, main = ""] = /<main[^>]*>([\s\S]*)<\/main>/.exec(html) ?? [];
  return { address, html, main };
});

const attributes = (html: string, name: string): readonly string[] =>
  Array.from(html.matchAll(new RegExp(`<(?:a|img|link|script)\\b[^>]*?\\s${name}="([^"]*)"`, "g")), ([, value = ""]) => value);
const ids = (html: string): ReadonlySet<string> => new Set(Array.from(html.matchAll(/\sid="([^"]+)"/g), ([, id = ""]) => id));

/** Returns the links of a page that lead nowhere. */
function deadLinks({ address, html }: HtmlPage): readonly string[] {
  return attributes(html, "href")
    .filter((target) => !/^(?:https?|data):/.test(target))
    .filter((target) => {
      const { pathname, hash } = new URL(target.replaceAll("&amp;", "&"), `http://site${address}`);
      const file = siteFile(pathname);
      if (file === undefined) return true;
      return hash !== "" && !pathname.startsWith("/playground/") && !ids(readFileSync(file, "utf8")).has(decodeURIComponent(hash.slice(1)));
    })
    .map((target) => `${address}: ${target}`);
}

/** Returns what is wrong with the headings and images of a page. */
function structureErrors({ address, main }: HtmlPage): readonly string[] {
  const levels = Array.from(main.matchAll(/<h([1-6])[\s>]/g), ([, level]) => Number(level));
  const jump = levels.find((level, index) => level > (levels[index - 1] ?? 0) + 1);
  const images = main.match(/<img\b[^>]*>/g) ?? [];
  return [
    ...(levels.filter((level) => level === 1).length === 1 ? [] : [`${address}: must have one heading of level 1`]),
    ...(jump === undefined ? [] : [`${address}: a heading of level ${jump} follows a heading two levels above`]),
    ...images.filter((image) => !/\salt="[^"]{10,}"/.test(image)).map((image) => `${address}: ${image} must have an alternative text`),
  ];
}

describe("the pages", () => {
  test("are all built", () => {
    expect(pages.length).toBeGreaterThan(150);
    expect(pages.filter(({ address }) => siteFile(address) === undefined)).toEqual([]);
  });

  test("have no dead link", () => {
    expect(pages.flatMap(deadLinks)).toEqual([]);
  });

  test("link to other hosts only with https, and load nothing from another host", () => {
    const links = pages
      .flatMap(({ html }) => html.match(/<a\b[^>]*?\shref="https?:[^"]*"/g) ?? [])
      .map((link) => link.replace(/^.*href="|"$/gs, ""));
    expect(links.filter((link) => !/^https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:[/#?]|$)/.test(link))).toEqual([]);
    const listed = readFileSync(join(siteFolder, "external-links.txt"), "utf8").split("\n");
    expect(links.filter((link) => !listed.some((line) => line.startsWith(`${link} `)))).toEqual([]);
    process.stdout.write(
      `${new Set(links).size} links to ${[...new Set(links.map((link) => new URL(link).host))].toSorted().join(", ")}\n`,
    );
    const loaded = pages.flatMap(({ html }) => [...attributes(html.replaceAll(/<a\b/g, "<x"), "href"), ...attributes(html, "src")]);
    expect(loaded.length).toBeGreaterThan(pages.length);
    expect(loaded.filter((target) => !/^(?:\/|data:)/.test(target))).toEqual([]);
  });

  test("have their headings in order, and a text for each image", () => {
    expect(pages.flatMap(structureErrors)).toEqual([]);
  });

  test.each([
    ["a dead link", '<a href="/gone">x</a><h1>a</h1>', deadLinks],
    ["a dead anchor", '<a href="#gone">x</a><h1>a</h1>', deadLinks],
    ["a heading that is too deep", "<h1>a</h1><h3>b</h3>", structureErrors],
    ["no heading", "", structureErrors],
    ["an image without a text", '<h1>a</h1><img src="/a.svg">', structureErrors],
  ])("with %s are detected", (_, main, errors) => {
    expect(errors({ address: "/", html: main, main })).toHaveLength(1);
  });

  test("have the published addresses", () => {
    expect(rules.filter(({ id }) => siteFile(`/rules/${id}`) === undefined)).toEqual([]);
    const runbooks = globSync("docs/runbooks/*.md", { cwd: join(siteFolder, "..") }).map((path) =>
      path.replace(/^docs|(?:README)?\.md$/g, ""),
    );
    expect(runbooks.filter((address) => siteFile(address) === undefined)).toEqual([]);
    expect(existsSync(join(siteFolder, "schemas/lease-guard.dev/v1alpha1/policy.json"))).toBe(true);
  });

  test("of rules link both examples to the playground", () => {
    const links = (id: string): number =>
      pages.find(({ address }) => address === `/rules/${id}`)?.main.split('href="/playground/#1').length ?? 0;
    expect(rules.filter(({ id }) => links(id) !== 3).map(({ id }) => id)).toEqual([]);
  });
});

/** The pages that the browser opens: one of each kind. */
const kinds = ["/", "/two-leaders", "/first-hour", "/rules/", "/rules/lease/holder-kept-until-expiry", "/runbooks/LeaseGuardDown"];

describe("in a browser", () => {
  let browser: Browser;
  let site: SiteServer;
  beforeAll(async () => {
    [browser, site] = await Promise.all([startBrowser(), serveSite()]);
  });
  afterAll(async () => {
    await browser?.close();
    site?.close();
  });

  /** Opens a page, and collects its errors and its requests to other hosts. */
  async function open(address: string, options: BrowserContextOptions = {}): Promise<{ page: Page; problems: readonly string[] }> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const problems: string[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith(site.origin) && !request.url().startsWith("data:")) problems.push(`request ${request.url()}`);
    });
    page.on("console", (message) => problems.push(`console ${message.text()}`));
    page.on("pageerror", (error) => problems.push(`error ${error.message}`));
    await page.goto(site.origin + address, { waitUntil: "networkidle" });
    return { page, problems };
  }

  test.each([...kinds, "/playground/"].flatMap((address) => [[address, "light"] as const, [address, "dark"] as const]))(
    "%s has enough contrast, and causes no error, %s",
    async (address, colorScheme) => {
      const { page, problems } = await open(address, { colorScheme });
      expect(await page.evaluate(lowContrasts)).toEqual([]);
      expect(problems).toEqual([]);
    },
  );

  test.each([...kinds])("%s fits into a width of 360 pixels", async (address) => {
    const { page } = await open(address, { viewport: { width: 360, height: 640 } });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
  });

  /** Opens pages one after another without JavaScript, and returns their errors. */
  async function errorsWithoutScripts(addresses: readonly string[]): Promise<readonly string[]> {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 640 } });
    const page = await context.newPage();
    const errors: string[] = [];
    for (const address of addresses) {
      await page.goto(site.origin + address, { waitUntil: "load" });
      const [length, width, ...contrasts] = (await page.evaluate(`(() => {
        const found = [document.querySelector("main").innerText.length, document.documentElement.scrollWidth, ...${lowContrasts}];
        document.head.insertAdjacentHTML("beforeend", "<style>* { transition: none !important }</style>");
        document.documentElement.classList.add("dark");
        return [...found, ...${lowContrasts}];
      })()`)) as readonly [number, number, ...string[]];
      if (length < 300) errors.push(`${address}: only ${length} characters are visible`);
      if (width !== 360) errors.push(`${address}: needs a width of ${width} pixels`);
      errors.push(...contrasts.map((text) => `${address}: contrast ${text}`));
    }
    await context.close();
    return errors;
  }

  test("every page is readable without JavaScript, in a width of 360 pixels, with enough contrast in both themes", async () => {
    const addresses = pages.map(({ address }) => address);
    const tabs = [0, 1, 2, 3].map((tab) => addresses.filter((_, index) => index % 4 === tab));
    expect((await Promise.all(tabs.map(errorsWithoutScripts))).flat()).toEqual([]);
  });

  test("the search finds a rule, without another host", async () => {
    const { page, problems } = await open("/");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("holder-kept-until-expiry");
    await page.locator(".results a[href*='/rules/lease/holder-kept-until-expiry']").first().waitFor();
    expect(problems).toEqual([]);
  });

  test("the detection of low contrast detects it", async () => {
    const { page } = await open("/");
    await page.evaluate("document.querySelector('main p').style.color = '#aaaaaa'");
    expect(await page.evaluate(lowContrasts)).toHaveLength(1);
  });
});
