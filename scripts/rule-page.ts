import { parse } from "yaml";

interface Fence {
  readonly language: string;
  readonly text: string;
}

/** The part of a page below one `## ` heading. */
export interface Section {
  readonly heading: string;
  readonly fences: readonly Fence[];
}

/** Returns the sections of a page in order, without the text above the first heading. */
export function readSections(markdown: string): readonly Section[] {
  const sections: { heading: string; fences: Fence[] }[] = [];
  // The pattern matches a whole fenced block first. A line "## " inside a block is therefore not a
  // heading.
  for (const [, language, text, heading] of markdown.matchAll(/^```(\w*)\n([\s\S]*?)^```$|^## (.+)$/gm)) {
    if (heading !== undefined) sections.push({ heading, fences: [] });
    else sections.at(-1)?.fences.push({ language: language ?? "", text: text ?? "" });
  }
  return sections;
}

/**
 * The properties of a write that comment lines at the start of an example can set. An example of
 * such a line is `# now: 2026-07-01T08:00:05Z`.
 */
export interface ExampleHead {
  readonly operation?: "DELETE";
  readonly now?: string;
  readonly user?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** The other objects in the view, for a relation rule. */
  readonly beside?: readonly object[];
}

/** Splits an example into the properties of its write, and its documents. */
export function readHead(yaml: string): { readonly head: ExampleHead; readonly documents: string } {
  const lines = /^(?:# .*\n)*/.exec(yaml)?.[0] ?? "";
  const head = (parse(lines.replaceAll(/^# /gm, "")) ?? {}) as ExampleHead;
  const unknown = Object.keys(head).find((key) => !headKeys.includes(key));
  if (unknown !== undefined) throw new RangeError(`the head of an example knows no ${unknown}`);
  return { head, documents: yaml.slice(lines.length) };
}

/**
 * Replaces `!repeat [x, 3]` with the string xxx, and `!list [x, 3]` with a list of three strings x.
 * With these marks, an example can be larger than its page.
 */
export function expandRepeats(yaml: string): string {
  const withLists = yaml.replaceAll(/!list \[([\w./]+), (\d+)\]/g, (_, item: string, count: string) =>
    JSON.stringify(Array(Number(count)).fill(item)),
  );
  return withLists.replaceAll(/!repeat \[(\w), (\d+)\]/g, (_, letter: string, count: string) =>
    JSON.stringify(letter.repeat(Number(count))),
  );
}

const headKeys: readonly string[] = [
  "operation",
  "now",
  "user",
  "groups",
  "extra",
  "parameters",
  "beside",
] satisfies (keyof ExampleHead)[];
