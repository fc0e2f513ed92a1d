import { describe, expect, test } from "vitest";
import { addressOf, sitePages } from "../../scripts/site/pages.ts";
import { lowContrasts } from "../harness/low-contrasts.ts";
import { siteBrowser } from "../harness/site-browser.ts";

/**
 * An expression for a browser. Its value is a list of the links of the sidebar that a reader cannot
 * see.
 */
const clippedLinks = `Array.from(document.querySelectorAll(".VPSidebar a[href]")).filter((link) => {
  const { left, right, width } = link.getBoundingClientRect();
  return !link.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || width === 0 || left < 0 || right > innerWidth;
}).map(({ href }) => href)`;

/** The pages that the browser opens: one of each kind. */
const kinds = [
  "/",
  "/two-leaders",
  "/first-hour",
  "/rules/",
  "/rules/lease/holder-kept-until-expiry",
  "/runbooks/LeaseGuardDown",
];

describe("in a browser", () => {
  const started = siteBrowser();

  test.each([...kinds, "/playground/"].flatMap((address) => [[address, "light"] as const, [address, "dark"] as const]))(
    "%s has enough contrast, and causes no error, %s",
    async (address, colorScheme) => {
      const { page, problems } = await started().open(address, { colorScheme });
      expect(await page.evaluate(lowContrasts)).toEqual([]);
      expect(problems).toEqual([]);
    },
  );

  test.each([...kinds])("%s fits into a width of 360 pixels", async (address) => {
    const { page } = await started().open(address, { viewport: { width: 360, height: 640 } });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
  });

  test.each([360, 1280])("the navigation works without JavaScript, in a width of %d pixels", async (width) => {
    const { page } = await started().open("/", { javaScriptEnabled: false, viewport: { width, height: 640 } });
    for (const address of ["/first-hour", "/rules/", "/runbooks/", "/policy", "/"]) {
      expect(await page.evaluate(clippedLinks)).toEqual([]);
      await page.locator(`.VPSidebar a[href="${address}"]`).click();
      // A click does not wait for the links and styles of the next page.
      await page.waitForURL(started().site.origin + address);
    }
    expect(await page.locator("button:visible").count()).toBe(0);
  });

  /** Opens pages one after another without JavaScript, and returns their errors. */
  async function errorsWithoutScripts(addresses: readonly string[]): Promise<readonly string[]> {
    const context = await started().browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 360, height: 640 },
    });
    const page = await context.newPage();
    const errors: string[] = [];
    for (const address of addresses) {
      await page.goto(started().site.origin + address, { waitUntil: "load" });
      const [length, width, links, ...contrasts] = (await page.evaluate(`(() => {
        const found = [document.querySelector("main").innerText.length, document.documentElement.scrollWidth, document.querySelectorAll(".VPSidebar a[href]").length - ${clippedLinks}.length, ...${lowContrasts}];
        document.head.insertAdjacentHTML("beforeend", "<style>* { transition: none !important }</style>");
        document.documentElement.classList.add("dark");
        return [...found, ...${lowContrasts}];
      })()`)) as readonly [number, number, number, ...string[]];
      if (length < 300) errors.push(`${address}: only ${length} characters are visible`);
      if (width !== 360) errors.push(`${address}: needs a width of ${width} pixels`);
      if (links < 30) errors.push(`${address}: only ${links} links of the navigation are visible`);
      errors.push(...contrasts.map((text) => `${address}: contrast ${text}`));
    }
    await context.close();
    return errors;
  }

  // The test opens more than 150 pages, which takes minutes next to other tests.
  test("every page is readable without JavaScript, in a width of 360 pixels, with enough contrast in both themes", async () => {
    const addresses = sitePages().map(addressOf);
    const tabs = [0, 1, 2, 3].map((tab) => addresses.filter((_, index) => index % 4 === tab));
    expect((await Promise.all(tabs.map(errorsWithoutScripts))).flat()).toEqual([]);
  }, 600_000);

  test("the search finds a rule, without another host", async () => {
    const { page, problems } = await started().open("/");
    await page.keyboard.press("Control+k");
    await page.locator("#localsearch-input").waitFor();
    await page.keyboard.type("holder-kept-until-expiry");
    await page.locator(".results a[href*='/rules/lease/holder-kept-until-expiry']").first().waitFor();
    expect(problems).toEqual([]);
  });

  test("the detection of low contrast detects it", async () => {
    const { page } = await started().open("/");
    await page.evaluate("document.querySelector('main p').style.color = '#aaaaaa'");
    expect(await page.evaluate(lowContrasts)).toHaveLength(1);
  });
});
