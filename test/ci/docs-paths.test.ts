import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { globSync } from "tinyglobby";
import { describe, expect, it } from "vitest";
import { here } from "./checkout.ts";

const pages = globSync(
  ["docs/**/*.md", "examples/**/*.md", "README.md", "CONTRIBUTING.md", "SECURITY.md", "bench/README.md"],
  {
    cwd: here,
  },
).toSorted();

/**
 * Matches paths that need not exist: globs, paths with an ellipsis or a placeholder in capitals,
 * and files that the examples of the pages create.
 */
const placeholder = /[*…{<]|\b[A-Z]{2,}\b(?!\.md)|\/what-must-be\.|^src\/cli\/audit\//;

const fence = /^```[\s\S]*?^```$/gm;
const codeSpan = /`([^`\n]+)`/g;
const link = /\]\(([^)\s]+)\)/g;

/**
 * Returns the paths that a page names in backticks or links, relative to the root of the project.
 */
function namedPaths(page: string, markdown: string): readonly string[] {
  const prose = markdown.replaceAll(fence, "");
  const spans = Array.from(prose.matchAll(codeSpan), ([, text = ""]) => text).filter((text) =>
    /^(src|scripts|test|docs)\/\S*$/.test(text),
  );
  const links = Array.from(prose.replaceAll(codeSpan, "").matchAll(link), ([, target = ""]) =>
    target.replace(/#.*$/, ""),
  );
  const local = links
    .filter((target) => target !== "" && !/^[a-z]+:/.test(target))
    .map((target) => join(dirname(page), target));
  return [...spans, ...local].filter((path) => !placeholder.test(path));
}

function missingPaths(page: string, markdown: string): readonly string[] {
  return namedPaths(page, markdown).filter((path) => !existsSync(join(here, path)));
}

describe("the paths on the pages", () => {
  it.each([
    ["in backticks", "`src/gone.ts`", ["src/gone.ts"]],
    ["of a directory", "`test/gone/`", ["test/gone/"]],
    ["in a link", "[page](gone.md#part) and [web](https://example.com/gone.md)", ["docs/gone.md"]],
    ["in a link up", "[file](../gone.ts)", ["gone.ts"]],
    ["in a link with code", "[`name`](gone.md)", ["docs/gone.md"]],
    ["of a placeholder", "`src/cli/NAME`, `test/**/*.ts`, `src/rules/lease/what-must-be.ts`", []],
    ["in an example", "```sh\ncat `src/gone.ts` [a](gone)\n```\n", []],
  ])("are extracted %s", (_, markdown, expected) => {
    expect(missingPaths("docs/page.md", markdown)).toEqual(expected);
  });

  it("every threat of SECURITY.md has a test", () => {
    const text = readFileSync(join(here, "SECURITY.md"), "utf8");
    const rows = text.match(/^\| (?!Threat |---).*\|$/gm) ?? [];
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.filter((row) => !/\| `test\/[^|]*\|$/.test(row))).toEqual([]);
    const items = text.match(/^- \*\*.*$/gm) ?? [];
    expect(items).toHaveLength(5);
    expect(items.filter((item) => !/ Test: `test\/[^`]*`\.$/.test(item))).toEqual([]);
  });

  it("exist", () => {
    const named = pages.flatMap((page) => namedPaths(page, readFileSync(join(here, page), "utf8")));
    expect(named.length).toBeGreaterThan(100);
    expect(
      pages.flatMap((page) =>
        missingPaths(page, readFileSync(join(here, page), "utf8")).map((path) => `${page}: ${path}`),
      ),
    ).toEqual([]);
  });
});
