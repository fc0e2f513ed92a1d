import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { createMarkdownRenderer } from "vitepress";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { auditMarkdown } from "../../src/audit/reports/markdown.ts";
import type { AuditResult } from "../../src/audit/result.ts";
import { auditOf, example, hostileAudit } from "../audit/reports/audit-results.ts";
import { openPage, startBrowser } from "../harness/browser.ts";
import { context } from "../harness/report-context.ts";

const folder = mkdtempSync(join(tmpdir(), "lease-guard-markdown-"));
let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

const findingsOf = ({ objects }: AuditResult): number =>
  objects.reduce((sum, { findings }) => sum + findings.length, 0);

test.each([
  ["an example", example],
  ["hostile strings", hostileAudit],
  ["no objects", auditOf([])],
])("the Markdown of an audit is a page with a row for each finding: %s", async (_, result) => {
  const text = auditMarkdown(result, { ...context, verbose: true });
  const renderer = await createMarkdownRenderer(folder, { html: true });
  const { page, events, close } = await openPage(browser, join(folder, "page.html"), renderer.render(text));
  onTestFinished(close);
  expect(events).toEqual([]);
  expect(await page.locator("h2").textContent()).toContain("lease-guard audit");
  const findings = findingsOf(result);
  const table = page.locator("table", { has: page.locator("th", { hasText: "Message" }) });
  const rows = table.locator("tbody tr");
  expect(await table.count()).toBe(findings === 0 ? 0 : 1);
  if (findings > 0) expect(await rows.count()).toBe(findings);
  expect(await page.locator("script, img").count()).toBe(0);
});
