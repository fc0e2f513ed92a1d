import { readFileSync } from "node:fs";
import { join } from "node:path";
import { globSync } from "tinyglobby";

const root = join(import.meta.dirname, "../..");

/** A fenced code block of a page. */
export interface Block {
  readonly page: string;
  readonly line: number;
  /** The last heading of level 2 before the block, or "" at the start of the page. */
  readonly heading: string;
  /** The language after the fence, such as `sh`, or "". */
  readonly language: string;
  /** The content, without the indentation of the fence. */
  readonly text: string;
  /** The last line of text before the block. */
  readonly before: string;
}

/** The pages whose code blocks a test must run: all pages that a user or a contributor reads. */
export const pagesWithBlocks: readonly string[] = globSync(
  ["*.md", "docs/**/*.md", "examples/**/*.md", "charts/*/*.md", "bench/README.md"],
  { cwd: root },
).toSorted();

/** Returns the code blocks of a page in their order. */
export function blocksOf(page: string): readonly Block[] {
  const text = readFileSync(join(root, page), "utf8");
  return Array.from(
    text.matchAll(/^( *)```([a-z]*)\n([\s\S]*?)^ *```$/gm),
    ({ 1: indent = "", 2: language = "", 3: content = "", index }) => {
      const above = text.slice(0, index);
      return {
        page,
        line: above.split("\n").length,
        heading: Array.from(above.matchAll(/^## (.*)$/gm)).at(-1)?.[1] ?? "",
        language,
        text: content.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
        before: above.trimEnd().split("\n").at(-1) ?? "",
      };
    },
  );
}

/** Returns the name of a block in the output of a test, such as `docs/audit.md:3`. */
export function nameOf({ page, line }: Block): string {
  return `${page}:${line}`;
}
