import { expect, test } from "vitest";
import lease from "../../schemas/bundled/coordination.k8s.io/v1/lease.json" with { type: "json" };
import { emptyInput, toFragment } from "../../src/playground/share-link.ts";
import { loaded, playgroundBrowser, shownFindings } from "../harness/playground.ts";

const started = playgroundBrowser();

test("the pointer over a field shows its description from the schema", async () => {
  const { page, problems } = await started().open();
  await loaded(page);
  await page.locator("#object .cm-line", { hasText: "leaseDurationSeconds" }).locator("span").first().hover();
  const { description } = lease.$defs.leaseSpec.properties.leaseDurationSeconds;
  expect(description.length).toBeGreaterThan(20);
  await expect.poll(() => page.locator(".cm-tooltip-hover").textContent()).toContain(description);
  expect(problems).toEqual([]);
});

test("the policy pane completes the id of a rule, and its mode", async () => {
  const object =
    "apiVersion: coordination.k8s.io/v1\nkind: Lease\nmetadata: { name: a }\nspec: { leaseDurationSeconds: 90000 }\n";
  const policy = "apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\nrules:\n";
  const { page, problems } = await started().open(`#${await toFragment({ ...emptyInput, object, policy })}`);
  await loaded(page);
  await page.locator("#policy .cm-content").focus();
  await page.keyboard.press("Control+End");
  for (const [typed, label] of [
    ["  lease/duration-at-most-a-", "lease/duration-at-most-a-day"],
    ["{ mo", "mode"],
    ["de", "deny"],
  ] as const) {
    await page.keyboard.type(typed);
    await expect
      .poll(() => page.locator(".cm-tooltip-autocomplete [aria-selected] .cm-completionLabel").textContent())
      .toBe(label);
    // The editor ignores Enter until the list has been visible for a moment.
    await page.waitForTimeout(300);
    await page.keyboard.press("Enter");
  }
  await page.keyboard.type(" }");
  expect(await page.locator("#policy .cm-line").nth(3).textContent()).toBe(
    "  lease/duration-at-most-a-day: { mode: deny }",
  );
  await expect.poll(() => shownFindings(page)).toEqual([expect.stringContaining("(lease/duration-at-most-a-day)")]);
  expect(problems).toEqual([]);
});
