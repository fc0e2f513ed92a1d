import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { exposedSeries } from "../../harness/exposed-series.ts";
import { servingFile, servingPage } from "./metrics-page.ts";

it("docs/serving.md contains the current table of metrics: otherwise, run npm run docs", async () => {
  expect(readFileSync(servingFile, "utf8")).toBe(await servingPage());
});

it("the table has every metric of the built server with its labels", async () => {
  const exposed = await exposedSeries();
  const rows = [...(await servingPage()).matchAll(/^\| `(lease_guard_\w+)` \| \w+ \| (.*?) \|/gm)];
  const documented = new Map(rows.map(([, name = "", labels = ""]) => [name, labels.replaceAll("`", "")]));
  const missing = exposed.filter((series) => {
    const [name = "", labels = ""] = series.replace(/_(?:bucket|sum|count)(?=\{|$)/, "").split("{");
    const names = Array.from(labels.matchAll(/(\w+)="/g), ([, label]) => label).filter((label) => label !== "le");
    return name.startsWith("lease_guard_") && documented.get(name) !== names.join(", ");
  });
  expect(documented.size).toBeGreaterThan(15);
  expect(missing).toEqual([]);
  // Without an event that creates a series of a metric, no test can check its labels and its panel.
  const names = new Set(exposed.map((series) => series.replace(/(?:_(?:bucket|sum|count))?(?:\{.*)?$/, "")));
  const unseen = [...documented.keys()].filter((name) => !names.has(name));
  expect(unseen, "exposedSeries lacks the event that creates these series").toEqual([]);
});
