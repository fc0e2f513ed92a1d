// Takes the screenshot of the HTML report of an audit for docs/audit.md. The report shows
// the example of the tests. The image depends on the fonts of the system, so no check compares it.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { auditHtml } from "../src/audit/reports/html.ts";
import { example } from "../test/audit/reports/audit-results.ts";
import { openPage, startBrowser } from "../test/harness/browser.ts";
import { context } from "../test/harness/report-context.ts";
import { packageVersion } from "./package-version.ts";

const folder = mkdtempSync(join(tmpdir(), "lease-guard-screenshot-"));
const browser = await startBrowser();
try {
  // Without the other namespaces, the image stays small.
  const result = { ...example, unread: [], objects: example.objects.filter(({ namespace }) => namespace === "team-a") };
  const text = auditHtml(result, { ...context, version: packageVersion() });
  const { page } = await openPage(browser, join(folder, "audit.html"), text, { viewport: { width: 800, height: 600 } });
  const article = await page.getByRole("article").first().boundingBox();
  const height = Math.ceil((article?.y ?? 0) + (article?.height ?? 0) + 16);
  mkdirSync("docs/images", { recursive: true });
  await page.screenshot({
    path: "docs/images/audit-report.png",
    fullPage: true,
    clip: { x: 0, y: 0, width: 800, height },
  });
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
