// Draws docs/images/og.png, which other sites show next to a link to this site. The picture depends
// on the fonts of the system, so no check compares it.
import { readFileSync } from "node:fs";
import { startBrowser } from "../test/harness/browser.ts";

const mark = readFileSync("docs/images/mark.svg", "utf8");
const elections = readFileSync("docs/images/elections.svg", "utf8");
const browser = await startBrowser();
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
await page.setContent(`<body style="margin:0;height:630px;box-sizing:border-box;padding:64px 72px;background:#16181d;color:#e3e6eb;font:34px/1.4 system-ui,sans-serif">
<div style="display:flex;gap:24px;align-items:center;font-size:52px;font-weight:700"><div style="width:72px">${mark}</div>lease-guard</div>
<p style="margin:36px 0 44px;max-width:960px">Finds the Kubernetes election that has no leader, stops the write that makes two leaders, and keeps a deposed leader from writing</p>
<div style="border:1px solid #3a404b;border-radius:12px">${elections}</div>
</body>`);
await page.screenshot({ path: "docs/images/og.png" });
await browser.close();
