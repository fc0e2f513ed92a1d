import { describe, expect, onTestFinished, test } from "vitest";
import { ruleExamples } from "../../scripts/site/rule-examples.ts";
import { toFragment } from "../../src/playground/share-link.ts";
import { rules } from "../../src/rules/index.ts";
import { until } from "../harness/browser.ts";
import { change, playgroundBrowser, results, shownFindings } from "../harness/playground.ts";

const started = playgroundBrowser();

describe("every example of a rule page", () => {
  test("gives what the page says", async () => {
    const { page, problems } = await started().open();
    const examples = await ruleExamples();
    expect(examples).toHaveLength(2 * rules.length);
    const wrong: unknown[] = [];
    for (const { rule, section, input, messages } of examples) {
      const fragment = await toFragment(input);
      await change(page, () => page.evaluate(`location.hash = ${JSON.stringify(fragment)}`));
      const [found, summary] = [await shownFindings(page), await page.textContent("#summary")];
      const isAsSaid =
        JSON.stringify(found) === JSON.stringify(messages) &&
        summary?.endsWith(section === "Denied" ? ": denied" : ": allowed");
      if (!isAsSaid) wrong.push({ rule, section, found, summary });
    }
    expect(wrong).toEqual([]);
    expect(problems).toEqual([]);
  });

  test("leads from its page to the playground", async () => {
    const { open, site } = started();
    const { page } = await open();
    await page.goto(`${site.origin}/rules/lease/holder-kept-until-expiry`);
    expect(await page.locator(".try-it a").count()).toBe(2);
    await page.locator(".try-it a").first().click();
    await results(page, 1);
    expect(page.url()).toContain("/playground/#1");
    expect(await shownFindings(page)).toEqual([expect.stringContaining("(lease/holder-kept-until-expiry)")]);
  });

  test("is in the list of examples", async () => {
    const { page } = await started().open();
    await until(page, `document.querySelectorAll("#examples option").length === ${2 * rules.length + 1}`);
    await change(page, () => page.selectOption("#examples", "lease/lease-duration-positive: denied"));
    expect(await shownFindings(page)).toEqual([expect.stringContaining("(lease/lease-duration-positive)")]);
  });
});

describe("the page", () => {
  test.each([
    ["an image", `document.body.append(Object.assign(new Image(), { src: "/vp-icons.css" }))`],
    ["a request", `void fetch("/index.html").catch(() => undefined)`],
    ["a script", `document.body.append(Object.assign(document.createElement("script"), { textContent: "1" }))`],
    ["a frame", `document.body.append(Object.assign(document.createElement("iframe"), { src: "/" }))`],
    [
      "a base address",
      `document.head.append(Object.assign(document.createElement("base"), { href: "https://example.com/" }))`,
    ],
    ["a form", `(() => { const form = document.createElement("form"); document.body.append(form); form.submit(); })()`],
  ])("does not allow %s", async (_, expression) => {
    const { page, problems } = await started().open();
    await page.evaluate(expression);
    await expect.poll(() => problems.join()).toContain("Content Security Policy");
  });

  test("explains itself without JavaScript", async () => {
    const { browser, site } = started();
    const context = await browser.newContext({ javaScriptEnabled: false });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(`${site.origin}/playground/`);
    expect(await page.textContent("noscript")).toContain("needs JavaScript");
  });
});
