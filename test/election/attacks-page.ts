import { readFileSync } from "node:fs";
import { isSentByBase } from "../harness/sent-by-base.ts";
import type { AttackHistory, HistoryClass } from "./histories/attack-history.ts";
import { learnedValidate } from "./learned-policy.ts";
import { isSkippedByPolicies, type LeftOut, notInExport, notSentByBase, validateAsExported } from "./left-out.ts";
import { firstReason, type Outcome, runAttack } from "./outcome.ts";
import { subjects } from "./subjects.ts";

/** The page with the outcome of each history. */
export const attacksFile = "docs/attacks.md";

const open = "<!-- generated -->\n";
const close = "<!-- /generated -->\n";

/**
 * A row of the page: a history, its outcomes, and the rules that report it. `all` is the outcome if
 * kube-apiserver sends every write to the webhook. `base` is the outcome with the base manifests,
 * and `exported` with exported policies. If one of them differs from `all`, `whyBase` or
 * `whyExported` is the reason.
 * `learned` is the outcome with a learned policy if kube-apiserver sends every write. `unseen` is
 * the same outcome if the policy was learned without the attacked object.
 */
interface Row extends Pick<AttackHistory, "class" | "sameAs"> {
  readonly subject: string;
  readonly title: string;
  readonly all: Outcome;
  readonly base: Outcome;
  readonly whyBase: LeftOut | undefined;
  readonly exported: Outcome;
  readonly whyExported: LeftOut | undefined;
  readonly learned: Outcome;
  readonly unseen: Outcome;
  readonly origins: readonly string[];
}

/**
 * The number of histories, and the number of histories for each outcome. For `denied` and `found`,
 * kube-apiserver sends every write to the webhook. `found` includes histories that cause only
 * warnings. `deniedByBase` and `foundByBase` are the same numbers with the base manifests.
 * `deniedByExport` and `foundByExport` are the same numbers with exported policies,
 * `deniedByLearned` and `foundByLearned` are the same numbers with a learned policy, and
 * `deniedUnseen` and `foundUnseen` with a policy that was learned without the attacked object.
 */
export interface Shares {
  readonly histories: number;
  readonly denied: number;
  readonly found: number;
  readonly deniedByBase: number;
  readonly foundByBase: number;
  readonly deniedByExport: number;
  readonly foundByExport: number;
  readonly deniedByLearned: number;
  readonly foundByLearned: number;
  readonly deniedUnseen: number;
  readonly foundUnseen: number;
}

const rows: readonly Row[] = await Promise.all(
  Object.entries(subjects).flatMap(([subject, histories]) =>
    Object.entries(histories).map(([title, history]) => rowOf(subject, title, history)),
  ),
);
/** The histories that do not repeat the mechanism of another history. */
const counted = rows.filter(({ sameAs }) => sameAs === undefined);
const [attacks, mistakes, interventions] = [ofClass("attack"), ofClass("mistake"), ofClass("intervention")];

/** The counts for each class of histories. */
export const shares: Readonly<Record<HistoryClass, Shares>> = {
  attack: sharesOf(attacks),
  mistake: sharesOf(mistakes),
  intervention: sharesOf(interventions),
};

/**
 * Returns the page with the current outcomes. Keeps the text before and after the tables. Throws if
 * the page does not contain the comments around the tables.
 */
export function attacksPage(): string {
  const page = readFileSync(attacksFile, "utf8");
  const [begin, end] = [page.indexOf(open), page.indexOf(close)];
  if (begin < 0 || end < begin) throw new Error(`${attacksFile} must contain ${open.trim()} and ${close.trim()}`);
  return page.slice(0, begin) + open + generated() + page.slice(end);
}

async function rowOf(subject: string, title: string, history: AttackHistory): Promise<Row> {
  const all = runAttack(history, () => true);
  const base = runAttack(history, (write) => isSentByBase(write, write.context.user));
  const exported = runAttack(history, (write) => !isSkippedByPolicies(write), validateAsExported);
  const learned = runAttack(history, () => true, await learnedValidate(history));
  const unseen = runAttack(history, () => true, await learnedValidate({ ...history, given: [] }));
  const origins = new Set([...all.findings, ...base.findings].map(({ origin }) => origin));
  const { class: historyClass, sameAs } = history;
  const outcomes = {
    all: all.outcome,
    base: base.outcome,
    whyBase: base.outcome === all.outcome ? undefined : firstReason(history, notSentByBase),
    exported: exported.outcome,
    whyExported: exported.outcome === all.outcome ? undefined : firstReason(history, notInExport),
    learned: learned.outcome,
    unseen: unseen.outcome,
    origins: [...origins].toSorted(),
  };
  return { subject, title, class: historyClass, ...(sameAs !== undefined && { sameAs }), ...outcomes };
}

function ofClass(wanted: HistoryClass): readonly Row[] {
  return counted.filter((row) => row.class === wanted);
}

function sharesOf(some: readonly Row[]): Shares {
  const count = (column: "all" | "base" | "exported" | "learned" | "unseen", ...wanted: readonly Outcome[]) =>
    some.filter((row) => wanted.includes(row[column])).length;
  return {
    histories: some.length,
    denied: count("all", "denied"),
    found: count("all", "denied", "warned"),
    deniedByBase: count("base", "denied"),
    foundByBase: count("base", "denied", "warned"),
    deniedByExport: count("exported", "denied"),
    foundByExport: count("exported", "denied", "warned"),
    deniedByLearned: count("learned", "denied"),
    foundByLearned: count("learned", "denied", "warned"),
    deniedUnseen: count("unseen", "denied"),
    foundUnseen: count("unseen", "denied", "warned"),
  };
}

function generated(): string {
  const classes = [
    shareLine("Attacks", shares.attack),
    shareLine("Mistakes", shares.mistake),
    shareLine("Interventions", shares.intervention),
  ];
  const bySubject = Object.keys(subjects).map((subject) => ({
    subject,
    some: attacks.filter((row) => row.subject === subject),
  }));
  return [
    `${shareTable("Class", classes)}\n${exportText(shares.attack)}\n${unseenText(shares.attack)}`,
    `## Attacks\n\n${shareTable(
      "Subject",
      bySubject.map(({ subject, some }) => shareLine(subject, sharesOf(some))),
    )}`,
    ...bySubject.map(({ subject, some }) => `### ${subject}\n\n${outcomeTable("Attack", some)}`),
    `## Mistakes\n\n${outcomeTable("Mistake", mistakes)}`,
    `## Interventions\n\n${outcomeTable("Intervention", interventions)}`,
    `## Repeated mechanisms\n\n${repeatedTable()}`,
  ].join("\n");
}

function shareTable(first: string, lines: readonly (readonly string[])[]): string {
  const base = ["Denied with `manifests/base`", "Denied or warned with `manifests/base`"];
  const learned = ["Denied with a learned policy", "Denied or warned with a learned policy"];
  return table([first, "Histories", "Denied", "Denied or warned", ...base, ...learned], lines);
}

function shareLine(name: string, { histories, ...counts }: Shares): readonly string[] {
  const cells = [
    counts.denied,
    counts.found,
    counts.deniedByBase,
    counts.foundByBase,
    counts.deniedByLearned,
    counts.foundByLearned,
  ];
  return [name, String(histories), ...cells.map((count) => `${count} (${percent(count, histories)}%)`)];
}

/** Returns the sentence about exported policies. */
function exportText({ histories, deniedByExport, foundByExport }: Shares): string {
  const [denied, found] = [deniedByExport, foundByExport].map((count) => `${count} (${percent(count, histories)}%)`);
  return `Exported policies of the profile \`strict\` deny ${denied} of the ${histories} attacks, and deny or warn about ${found}.\n`;
}

/** Returns the sentence about attacks on objects that `learn` has not seen. */
function unseenText({ histories, deniedUnseen, foundUnseen }: Shares): string {
  const [denied, found] = [deniedUnseen, foundUnseen].map((count) => `${count} (${percent(count, histories)}%)`);
  return `If the attacked Lease or LeaseCandidate is created after the recording, a learned policy denies ${denied} of the ${histories} attacks, and denies or warns about ${found}. For these numbers, \`learn\` reads only the writes by nodes and control plane components.\n`;
}

/** Returns a percentage, rounded down so that the page does not show more than the actual share. */
function percent(count: number, total: number): number {
  return Math.floor((100 * count) / total);
}

function outcomeTable(first: string, some: readonly Row[]): string {
  const lines = some.map((row) => [capitalized(row.title), ...outcomeCells(row)]);
  return table([first, ...outcomeHeads], lines);
}

function repeatedTable(): string {
  const repeated = rows.filter(({ sameAs }) => sameAs !== undefined);
  const lines = repeated.map((row) => [
    capitalized(row.title),
    row.class,
    capitalized(row.sameAs ?? ""),
    ...outcomeCells(row),
  ]);
  return table(["History", "Class", "Counted as", ...outcomeHeads], lines);
}

const outcomeHeads = ["Everything sent", "`manifests/base`", "Exported policies", "Learned policy", "Reported by"];

function outcomeCells({ all, base, whyBase, exported, whyExported, learned, origins }: Row): readonly string[] {
  const because = (outcome: Outcome, why: string | undefined) => (why === undefined ? outcome : `${outcome} (${why})`);
  const reported = origins.map((id) => `[${id}](rules/${id}.md)`).join(", ");
  return [all, because(base, whyBase), because(exported, whyExported), learned, reported];
}

function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}

function capitalized(title: string): string {
  return title.charAt(0).toUpperCase() + title.slice(1);
}
