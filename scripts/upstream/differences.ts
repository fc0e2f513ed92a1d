import type { Watched } from "./watched.ts";

/** The text of each file below a watched path, by its path in the module. */
export type Files = ReadonlyMap<string, string>;

/** A watched path in two versions. */
export interface Compared extends Watched {
  readonly before: Files;
  readonly after: Files;
}

export interface FileDifference {
  readonly file: string;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** Maximum number of lines of a file in a report. */
const maxLines = 300;

/** Files that a report lists without their lines. */
const named = /(?:_test|\.pb|_swagger_doc_generated)\.go$/;

/** Reports whether a line is an import, or a comment that neither deprecates nor marks anything. */
const isTrivial = (line: string): boolean =>
  /^\s*(?:\/\/(?! *(?:\+|Deprecated))|\/\*|\*|(?:import )?(?:\w+ )?"[\w./-]+"$)/.test(line);

/** Returns the entries of a Go map with these keys, or the lines of a go.mod with these words. */
export function partsOf(text: string, only: readonly string[]): string {
  const lines = text.split("\n");
  const parts = only.flatMap((name) => {
    const start = lines.indexOf(`\t${name}: {`);
    if (start !== -1) return lines.slice(start, lines.indexOf("\t},", start) + 1);
    const isNamed = (word: string) => word === name || word.includes(`/${name}`) || word.startsWith(`${name}/`);
    return lines.filter((line) => isNamed(line.trim().split(" ")[0] ?? "") && !line.includes("=>"));
  });
  return parts.join("\n");
}

/**
 * Returns the files that differ, with the lines that only one version has. Lines that only move are
 * not a difference.
 */
export function differencesOf({ before, after, only }: Compared): readonly FileDifference[] {
  const files = [...new Set([...before.keys(), ...after.keys()])].sort();
  return files.flatMap((file) => {
    const [old = "", now = ""] = [before, after].map((texts) => {
      const text = texts.get(file) ?? "";
      return only === undefined ? text : partsOf(text, only);
    });
    if (old === now) return [];
    return [{ file, removed: without(old, now), added: without(now, old) }];
  });
}

function without(text: string, other: string): readonly string[] {
  const counts = new Map<string, number>();
  for (const line of other.split("\n")) counts.set(line, (counts.get(line) ?? 0) + 1);
  return text.split("\n").filter((line) => {
    const count = counts.get(line) ?? 0;
    counts.set(line, count - 1);
    return count <= 0 && line.trim() !== "";
  });
}

/** The outcome of tests with the newer version. */
export type Ran = Readonly<{ test: string; outcome: "passed" | "failed" }>;

/** Returns the report in Markdown. The title is the older and the newer version. */
export function report(title: string, compared: readonly Compared[], ran: readonly Ran[]): string {
  const rows = compared.map((each) => ({
    ...each,
    name: `${each.module}/${each.path}`,
    differences: differencesOf(each),
  }));
  const changed = rows.filter(({ differences }) => differences.length > 0);
  return [
    `# Kubernetes ${title}`,
    "## To do in lease-guard",
    ...list([
      ...ran.filter(({ outcome }) => outcome === "failed").map(({ test }) => `failed: ${test}`),
      ...changed
        .filter(({ differences }) => !differences.every(hasOnlyTrivialLines))
        .map(({ name, follows }) => `\`${name}\`: ${follows}`),
    ]),
    "## Tests",
    ...list(ran.map(({ test, outcome }) => `${outcome}: ${test}`)),
    "## Equal",
    ...list(rows.filter((row) => !changed.includes(row)).map(({ name }) => `\`${name}\``)),
    "## Changed",
    ...changed.flatMap(({ name, differences }) => [`### ${name}`, ...differences.map(linesOf)]),
  ].join("\n\n");
}

function list(items: readonly string[]): readonly string[] {
  return [items.length === 0 ? "nothing" : items.map((item) => `- ${item}`).join("\n")];
}

function hasOnlyTrivialLines({ file, added, removed }: FileDifference): boolean {
  return named.test(file) || [...added, ...removed].every(isTrivial);
}

function linesOf({ file, removed, added }: FileDifference): string {
  const lines = [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)];
  if (named.test(file)) return `\`${file}\``;
  if (lines.every((line) => isTrivial(line.slice(1))))
    return `\`${file}\` (only comments, imports, or the order of lines)`;
  const rest = lines.length > maxLines ? [`… ${lines.length - maxLines} more lines`] : [];
  return [`\`${file}\``, "", "~~~diff", ...lines.slice(0, maxLines), ...rest, "~~~"].join("\n");
}
