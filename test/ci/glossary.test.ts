import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { here } from "./checkout.ts";

/** The pages that introduce the terms of the glossary to readers. */
const mainPages = [
  "index",
  "two-leaders",
  "first-hour",
  "policy",
  "overlays",
  "testing-policies",
  "elections",
  "related-objects",
  "attacks",
  "guarantee",
  "serving",
];

describe("the glossary", () => {
  it.each(mainPages)("is linked from docs/%s.md", (page) => {
    expect(readFileSync(join(here, `docs/${page}.md`), "utf8")).toMatch(/\]\(glossary\.md[#)]/);
  });
});
