import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { hypotheses } from "../../src/guarantee/hypotheses.ts";

const page = readFileSync("docs/elections.md", "utf8");
const section = page.slice(page.indexOf("## Guarantee"), page.indexOf("## Follow the elections"));

it("has a row for each hypothesis on the page about elections, in the same order", () => {
  const rows = [...section.matchAll(/^\| `([A-Z]+)` \| (.*?) \|/gm)].map(([, heading, text]) => ({ heading, text }));
  expect(rows.map(({ heading }) => heading)).toStrictEqual(hypotheses.map(({ heading }) => heading));
  for (const [index, { claim }] of hypotheses.entries()) expect(rows[index]?.text).toContain(claim);
});
