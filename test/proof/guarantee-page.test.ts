import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { evaluate } from "../../src/playground/evaluate.ts";
import { fromFragment } from "../../src/playground/share-link.ts";
import { guaranteeFile, guaranteePage } from "./guarantee-page.ts";
import { readPublished } from "./published.ts";

const links = (page: string): readonly string[] =>
  Array.from(page.matchAll(/playground\/#([\w-]+)/g), ([, fragment = ""]) => fragment);
const inputs = (page: string) => Promise.all(links(page).map(fromFragment));
/** zlib may compress the same input in another way, so links are compared by their contents. */
const withoutLinks = (page: string): string => page.replaceAll(/playground\/#[\w-]+/g, "playground/#");

describe(guaranteeFile, () => {
  const page = readFileSync(guaranteeFile, "utf8");

  it("has the published results; after a change, run npm run docs", async () => {
    const current = await guaranteePage();
    expect(withoutLinks(page)).toBe(withoutLinks(current));
    expect(await inputs(page)).toEqual(await inputs(current));
  });

  it("links to writes that the playground reads", async () => {
    const read = await inputs(page);
    expect(read.length).toBeGreaterThan(20);
    expect((await levelsOf(page)).filter((level) => level === "error")).toEqual([]);
  });

  it("links to each write of the Lease in the traces of conditions and rules", () => {
    const { hypotheses, mutations } = readPublished();
    const writes = [...Object.values(hypotheses), ...Object.values(mutations)].flatMap((found) => found.writes);
    const [, traces = ""] = /## Without a condition([\s\S]*)/.exec(page) ?? [];
    expect(links(traces)).toHaveLength(writes.filter(({ lease, old }) => lease ?? old).length);
  });

  it("lists only writes that strict accepts as what can still happen", async () => {
    const [, classes = ""] = /## What can still happen([\s\S]*?)\n## /.exec(page) ?? [];
    expect(links(classes).length).toBeGreaterThan(5);
    expect((await levelsOf(classes)).filter((level) => level === "deny")).toEqual([]);
  });
});

/** Returns the levels of all diagnostics of the linked writes. */
async function levelsOf(text: string): Promise<readonly string[]> {
  const levels: string[] = [];
  for (const each of await inputs(text)) {
    if (!each.ok) throw new Error(each.error);
    const { diagnostics } = await evaluate(each.value.input, new Date());
    levels.push(...diagnostics.map(({ level }) => level));
  }
  return levels;
}
