import { readFileSync } from "node:fs";
import { isSentByBase } from "../harness/sent-by-base.ts";
import type { AttackHistories } from "./histories/attack-history.ts";
import { type Outcome, playAttack } from "./outcome.ts";
import { subjects } from "./subjects.ts";

/** The page with the outcome of each attack. */
export const attacksFile = "docs/attacks.md";

const open = "<!-- generated -->\n";
const close = "<!-- /generated -->\n";

/** An attack as the page lists it: its outcome if everything is sent and with the base, and the rules that report it. */
interface Row {
  readonly title: string;
  readonly all: Outcome;
  readonly base: Outcome;
  readonly origins: readonly string[];
}

/** How many attacks are denied, and denied or warned about, if everything is sent and with the base. */
export interface Shares {
  readonly attacks: number;
  readonly denied: number;
  readonly found: number;
  readonly deniedByBase: number;
  readonly foundByBase: number;
}

const rowsBySubject = Object.entries(subjects).map(([subject, histories]) => ({ subject, rows: rowsOf(histories) }));

/** The counts of all attacks. */
export const allShares: Shares = sharesOf(rowsBySubject.flatMap(({ rows }) => rows));

/** Returns the page with the outcomes of today, and with the text around them as it is. */
export function attacksPage(): string {
  const page = readFileSync(attacksFile, "utf8");
  const [begin, end] = [page.indexOf(open), page.indexOf(close)];
  if (begin < 0 || end < begin) throw new Error(`${attacksFile} must contain ${open.trim()} and ${close.trim()}`);
  return page.slice(0, begin) + open + generated() + page.slice(end);
}

function rowsOf(histories: AttackHistories): readonly Row[] {
  return Object.entries(histories).map(([title, attack]) => {
    const all = playAttack(attack, () => true);
    const base = playAttack(attack, (write) => isSentByBase(write, write.context.user));
    const origins = new Set([...all.findings, ...base.findings].map(({ origin }) => origin));
    return { title, all: all.outcome, base: base.outcome, origins: [...origins].toSorted() };
  });
}

function sharesOf(rows: readonly Row[]): Shares {
  const count = (column: "all" | "base", ...wanted: readonly Outcome[]) => rows.filter((row) => wanted.includes(row[column])).length;
  return {
    attacks: rows.length,
    denied: count("all", "denied"),
    found: count("all", "denied", "warned"),
    deniedByBase: count("base", "denied"),
    foundByBase: count("base", "denied", "warned"),
  };
}

function generated(): string {
  const shares = rowsBySubject.map(({ subject, rows }) => shareLine(subject, sharesOf(rows)));
  const summary = table(
    ["Subject", "Attacks", "Denied", "Denied or warned", "Denied with the base", "Denied or warned with the base"],
    [...shares, shareLine("All", allShares)],
  );
  const sections = rowsBySubject.map(({ subject, rows }) => {
    const lines = rows.map(({ title, all, base, origins }) => [capitalized(title), all, base, origins.map(ruleLink).join(", ")]);
    return `\n## ${subject}\n\n${table(["Attack", "Everything sent", "`manifests/base`", "Reported by"], lines)}`;
  });
  return `${summary}${sections.join("")}`;
}

function shareLine(subject: string, { attacks, ...counts }: Shares): readonly string[] {
  const cells = [counts.denied, counts.found, counts.deniedByBase, counts.foundByBase];
  return [subject, String(attacks), ...cells.map((count) => `${count} (${percent(count, attacks)}%)`)];
}

/** Rounds down, so that the page never promises more than it has. */
function percent(count: number, total: number): number {
  return Math.floor((100 * count) / total);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}

function ruleLink(id: string): string {
  return `[${id}](rules/${id}.md)`;
}

function capitalized(title: string): string {
  return title.charAt(0).toUpperCase() + title.slice(1);
}
