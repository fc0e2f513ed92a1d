import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import { emptyInput, toFragment } from "../../src/playground/share-link.ts";
import { until } from "../harness/browser.ts";
import { cutOff } from "../harness/cut-off.ts";
import { structureErrors } from "../harness/html-page.ts";
import { lowContrasts } from "../harness/low-contrasts.ts";
import { loaded, playgroundBrowser } from "../harness/playground.ts";

const started = playgroundBrowser();

/** An input with a finding of each level, long strings, and warnings about the policy. */
const findings = `#${await toFragment({
  ...emptyInput,
  object: `apiVersion: coordination.k8s.io/v1
kind: Lease
metadata: { name: controller, namespace: team-a }
spec:
  holderIdentity: "$(POD_NAME)-${"x".repeat(200)}"
  leaseDurationSeconds: 0
  renewTime: "2029-07-01T08:00:00.000000Z"
  preferredHolder: controller
---
apiVersion: v1
kind: Pod
---
- not an object
---
s`,
  policy: `apiVersion: lease-guard.dev/v1alpha1
kind: Policy
profile: strict
rules:
  lease/holder-identity-not-placeholder: { mode: audit }
exemptions:
- { rules: [lease/renew-time-near-now], match: { namespaces: [team-b] }, owner: team-b, expires: "2026-01-01", reason: an old clock }
`,
  now: "2026-07-01T08:00:00Z",
})}`;

/** Opens every part of the page, with a finding of each level and a list of completions. */
async function openAll(options: BrowserContextOptions): Promise<Page> {
  const { page } = await started().open(findings, options);
  await loaded(page);
  for (const title of ["#beside-title", "#reply-title", "#status-title", "#export-title"])
    await page.locator(title).click();
  await until(page, "document.getElementById('export').textContent.includes('kind: ValidatingAdmissionPolicy')");
  await page.locator("#object .cm-content").focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("p");
  await page.locator(".cm-completionInfo").waitFor();
  const levels = await page.evaluate(
    "[...new Set(Array.from(document.querySelectorAll('#findings li'), (item) => item.className))].sort()",
  );
  expect(levels).toEqual(["audit", "deny", "error", "note", "warn", "warning"]);
  return page;
}

/** Returns the low contrasts of a page of 360 pixels, and the elements that do not fit. */
function layoutErrors(page: Page): Promise<unknown> {
  return page.evaluate(`[
    ...${lowContrasts},
    ...${cutOff},
    ...(document.documentElement.scrollWidth > 360 ? ["the page is wider than its window"] : []),
  ]`);
}

test.each(["light", "dark"] as const)(
  "with findings, replies, the export, and completions, the page has enough contrast, and cuts nothing off, %s",
  async (colorScheme) => {
    const page = await openAll({ colorScheme, viewport: { width: 360, height: 640 } });
    expect(await layoutErrors(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.locator("#object .cm-lint-marker").first().hover();
    await page.locator(".cm-tooltip-lint").waitFor();
    expect(await layoutErrors(page)).toEqual([]);
  },
);

test("the page has its headings in order, and a text for each image", async () => {
  const page = await openAll({});
  expect(structureErrors({ address: "/playground/", html: "", main: await page.content() })).toEqual([]);
});

test("the first page fits into a width of 360 pixels, and cuts nothing off", async () => {
  const { page } = await started().open("", { viewport: { width: 360, height: 640 } });
  await loaded(page);
  expect(await layoutErrors(page)).toEqual([]);
});

test.each([
  ["an element outside the page", "position: absolute; left: 300px; width: 100px"],
  ["an element that hides its text", "width: 20px; overflow: hidden; white-space: nowrap"],
])("the detection of what is cut off detects %s", async (_, style) => {
  const { page } = await started().open("", { viewport: { width: 360, height: 640 } });
  await page.evaluate(`document.getElementById("summary").style.cssText = ${JSON.stringify(style)}`);
  expect(await page.evaluate(cutOff)).toEqual([expect.stringContaining("p#summary")]);
});
