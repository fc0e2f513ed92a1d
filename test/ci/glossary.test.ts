import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { here } from "./checkout.ts";

const read = (page: string): string => readFileSync(join(here, page), "utf8");
const entries = Array.from(read("docs/glossary.md").matchAll(/^## (.+)\n\n(.+)\n/gm), ([, term = "", text = ""]) => ({ term, text }));

/** The pages that introduce the terms of the glossary to readers. */
const mainPages = ["index", "two-leaders", "first-hour", "policy", "overlays", "testing-policies", "elections", "attacks", "serving"];

describe("the glossary", () => {
  it("has its terms in order, each explained in at most four sentences", () => {
    expect(entries.length).toBeGreaterThan(25);
    expect(entries.map(({ term }) => term)).toEqual(entries.map(({ term }) => term).toSorted((a, b) => a.localeCompare(b)));
    expect(entries.filter(({ text }) => text.split(/\. (?=[A-Z`[])/).length > 4)).toEqual([]);
  });

  it.each(mainPages)("is linked from docs/%s.md", (page) => {
    expect(read(`docs/${page}.md`)).toMatch(/\]\(glossary\.md[#)]/);
  });
});
