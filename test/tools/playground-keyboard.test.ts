import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { emptyInput, toFragment } from "../../src/playground/share-link.ts";
import { rules } from "../../src/rules/index.ts";
import { until } from "../harness/browser.ts";
import { change, loaded, playgroundBrowser, shownFindings } from "../harness/playground.ts";

const started = playgroundBrowser();

/** Presses a key, such as Tab, until an element has the focus. Throws after 60 presses. */
async function moveTo(page: Page, selector: string, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead to ${selector}`);
}

test("a reader writes an object, completes a field, and goes to the finding with the keyboard", async () => {
  const { page, problems } = await started().open(`#${await toFragment(emptyInput)}`);
  await loaded(page);
  await moveTo(page, "#object .cm-content");
  await change(page, () =>
    page.keyboard.insertText("apiVersion: coordination.k8s.io/v1\nkind: Lease\nmetadata: { name: a }\nspec:\n  "),
  );
  await page.keyboard.type("leaseDur");
  await page.waitForSelector(".cm-tooltip-autocomplete");
  // The editor ignores Enter until the list has been visible for a moment.
  await page.waitForTimeout(300);
  await page.keyboard.press("Enter");
  await expect.poll(() => page.textContent("#object .cm-content")).toContain("leaseDurationSeconds: ");
  await page.keyboard.type("0");
  await expect.poll(() => shownFindings(page)).toEqual([expect.stringContaining("must be greater than 0")]);
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("F8");
  await expect.poll(() => page.evaluate("document.getSelection().anchorNode.textContent")).toContain("0");
  await moveTo(page, "#policy .cm-content");
  await moveTo(page, "#findings button");
  await page.keyboard.press("Enter");
  expect(await page.evaluate("document.activeElement.matches('#object .cm-content')")).toBe(true);
  expect(problems).toEqual([]);
});

test("Enter starts a new line if the text is already the completion", async () => {
  const { page, problems } = await started().open(`#${await toFragment(emptyInput)}`);
  await loaded(page);
  await moveTo(page, "#object .cm-content");
  for (const line of ["apiVersion: coordination.k8s.io/v1", "kind: Lease"]) {
    await page.keyboard.type(line);
    await page.waitForSelector(".cm-tooltip-autocomplete");
    // The editor ignores Enter until the list has been visible for a moment.
    await page.waitForTimeout(300);
    await page.keyboard.press("Enter");
  }
  await page.keyboard.type("x");
  expect(await page.locator("#object .cm-line").allTextContents()).toEqual([
    "apiVersion: coordination.k8s.io/v1",
    "kind: Lease",
    "x",
  ]);
  expect(problems).toEqual([]);
});

test("a reader opens the replies and the export, and shares all texts with the keyboard", async () => {
  const { open } = started();
  const { page } = await open();
  await moveTo(page, "#user");
  await page.keyboard.type("jane");
  await moveTo(page, "#reply-title");
  await page.keyboard.press("Enter");
  expect(await page.isVisible("#reply")).toBe(true);
  await moveTo(page, "#status-title");
  await page.keyboard.press("Enter");
  expect(await page.locator("#status:visible").textContent()).toContain(
    'webhook \\"leases.lease-guard.dev\\" denied the request: ',
  );
  await moveTo(page, "#export-title");
  await page.keyboard.press("Enter");
  await until(page, "document.getElementById('export').textContent.includes('kind: ValidatingAdmissionPolicy')");
  await moveTo(page, "#share", "Shift+Tab");
  await page.keyboard.press("Enter");
  await until(page, "location.hash !== ''");
  const { page: other } = await open(new URL(page.url()).hash);
  expect(await other.inputValue("#user")).toBe("jane");
  expect(await shownFindings(other)).toEqual(await shownFindings(page));
  const { page: broken } = await open("#1abc");
  expect(await broken.textContent("#shared")).toContain("Cannot open the link");
});

test("a reader chooses an example and an operation with the keyboard", async () => {
  const { page } = await started().open();
  await loaded(page);
  await moveTo(page, "#examples");
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowUp");
  const last = rules.at(-1)?.id;
  expect(await page.inputValue("#examples")).toBe(`${last}: denied`);
  await expect.poll(() => shownFindings(page)).toEqual([expect.stringContaining(`(${last})`)]);
  await moveTo(page, "#operation");
  await page.keyboard.press("ArrowDown");
  expect(await page.inputValue("#operation")).toBe("UPDATE");
  await expect.poll(() => page.isVisible("#oldObject")).toBe(true);
  await moveTo(page, "#oldObject .cm-content");
  await page.keyboard.insertText("kind: Pod");
  await expect.poll(() => page.textContent("#findings")).toContain("Old object, line 1");
});
