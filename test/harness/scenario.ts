/**
 * A test case of the command line in one plain text file. Below a title, the file has sections with
 * headings such as `==== command ====`. The text of a section is literal, except that `{u+001B}` is
 * the character with this code point. In an expectation, `{any}` matches any string within a line.
 */
export interface Scenario {
  readonly title: string;
  /** The files that the test creates in an empty directory. The command runs in this directory. */
  readonly files: ReadonlyMap<string, string>;
  readonly stdin: string;
  /** A command for bash. `lease-guard` is on its PATH. */
  readonly command: string;
  /**
   * The expectations by heading. The headings are `status`, `stdout`, `stderr`, and `written NAME`
   * for a file that the command writes.
   */
  readonly expected: ReadonlyMap<string, Expectation>;
}

/** The exact text or, if `contains` is true, lines that must appear in this order. */
export interface Expectation {
  readonly text: string;
  readonly contains: boolean;
}

/**
 * Parses a scenario. Throws for an unknown section, so that every line of a scenario has an effect.
 */
export function parseScenario(text: string): Scenario {
  const [title = "", ...parts] = text.split(/^==== (.+) ====\n/m);
  if (!/^\S.*\n$/.test(title)) throw new Error(`must begin with one line that is its title: ${title}`);
  const sections = sectionsOf(parts);
  const files = new Map<string, string>();
  const expected = new Map<string, Expectation>([
    ["stdout", { text: "", contains: false }],
    ["stderr", { text: "", contains: false }],
  ]);
  for (const [heading, content] of sections) {
    const [, file, target, contains] =
      /^(?:file (\S+)|(status|stdout|stderr|written \S+?)( contains)?)$/.exec(heading) ?? [];
    if (file !== undefined) files.set(file, content);
    else if (target !== undefined) expected.set(target, { text: content, contains: contains !== undefined });
    else if (heading !== "stdin" && heading !== "command") throw new Error(`must not have a section ${heading}`);
  }
  const command = sections.get("command");
  if (command === undefined || !expected.has("status")) throw new Error("must have the sections command and status");
  return { title: title.trim(), files, stdin: sections.get("stdin") ?? "", command, expected };
}

function sectionsOf(parts: readonly string[]): ReadonlyMap<string, string> {
  const sections = new Map<string, string>();
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [heading = "", content = ""] = parts.slice(at, at + 2);
    const clash = [heading, `${heading} contains`, heading.replace(/ contains$/, "")].find((name) =>
      sections.has(name),
    );
    if (clash !== undefined) throw new Error(`must have one section ${clash}`);
    sections.set(heading, withCharacters(content));
  }
  return sections;
}

function withCharacters(content: string): string {
  return content.replaceAll(/\{u\+([0-9A-F]{4,6})\}/g, (_, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  );
}

/**
 * Returns the expectation in a form that can be compared with `actual`. The parts that `actual`
 * meets are replaced with the matching parts of `actual`. The result is equal to `actual` only if
 * the whole expectation is met.
 */
export function reconcile({ text, contains }: Expectation, actual: string): string {
  const wanted = text.split("\n");
  const lines = actual.split("\n");
  if (!contains) return wanted.map((line, index) => (matches(line, lines[index]) ? lines[index] : line)).join("\n");
  let from = 0;
  for (const line of wanted.slice(0, -1)) {
    const at = lines.findIndex((candidate, index) => index >= from && matches(line, candidate));
    if (at === -1) return text;
    from = at + 1;
  }
  return wanted.length > 1 ? actual : "a section that contains something\n";
}

function matches(wanted: string, line: string | undefined): boolean {
  const pattern = wanted
    .split("{any}")
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
    .join(".*");
  return line !== undefined && new RegExp(`^${pattern}$`, "su").test(line);
}
