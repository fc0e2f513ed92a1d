import { fieldMessage } from "../../../field/error.ts";
import type { Report } from "../../../report/report.ts";
import { sanitize } from "../../../report/sanitize.ts";
import { alignedRows, ifAny, summaryLine } from "../../../report/text-blocks.ts";
import { pluralize } from "../../../text/pluralize.ts";
import { shortLeasesOf } from "../short-leases.ts";
import { type Comparison, type Counts, type Example, heaviestFirst, mostReviewsFirst, type Simulation } from "../simulation.ts";

/** Maximum number of rows in each table, except the table of rules. */
const maxRows = 10;

/** Lines of a report. An empty line separates two blocks. */
type Block = readonly string[];

/**
 * Formats a simulation for people as blocks of lines, such as a summary and a table of the rules.
 * Leaves out empty blocks.
 */
export const simulationText: Report<Simulation> = (simulation) => {
  const { file, rules, namespaces, users, comparison } = simulation;
  const blocks = [
    [summary(simulation)],
    withoutPods(simulation),
    shortLeasesBlock(simulation),
    table("RULE", rules, rules.size),
    table("NAMESPACE", namespaces, maxRows),
    table("USER", users, maxRows),
    exampleLines(
      file,
      heaviestFirst(rules).map(([rule, tally]) => ({ title: rule, examples: tally.examples })),
    ),
    ...(comparison === undefined ? [] : comparisonBlocks(comparison, file)),
    unreadableLines(simulation),
    [...simulation.crashes.values()].map(({ line, message }) => `${file}:${line}: error: ${message}`),
  ];
  const shown = blocks.filter(({ length }) => length > 0);
  return shown.map((lines) => lines.map((line) => `${sanitize(line)}\n`).join("")).join("\n");
};

function summary({ reviews, outcomes: { deny, warn, audit }, skipped, unreadable }: Simulation): string {
  return summaryLine(pluralize(reviews, "review"), [
    `${deny} denied`,
    `${warn} warned`,
    ifAny(audit, "audited"),
    ifAny(skipped, "skipped"),
    ifAny(unreadable, "unreadable"),
  ]);
}

function withoutPods({ reviews, withPod }: Simulation): Block {
  if (reviews === 0 || withPod > 0) return [];
  return ["warning: no review contains the pod of its writer, so rules such as lease/written-by-its-holder report nothing"];
}

/**
 * Lists the Leases whose lease terms are too short for `clockSkewAllowance`. Some rules report
 * nothing for these Leases, so a simulation without denials proves little for them.
 */
function shortLeasesBlock({ shortLeases }: Simulation): Block {
  const leases = shortLeasesOf(shortLeases);
  if (leases.length === 0) return [];
  const rows = leases.slice(0, maxRows).map(({ namespace, name, minSeconds, maxSeconds, reviews }) => {
    return [minSeconds === maxSeconds ? `${maxSeconds}s` : `${minSeconds}-${maxSeconds}s`, String(reviews), `${namespace}/${name}`];
  });
  const more = leases.length > maxRows ? [`and ${leases.length - maxRows} more`] : [];
  const terms = `lease terms of up to ${shortLeases.unguardedSeconds}s are too short for clockSkewAllowance`;
  return [
    `warning: ${pluralize(leases.length, "Lease")} not guarded: ${terms}`,
    ...alignedRows([["TERM", "REVIEWS", "LEASE"], ...rows]),
    ...more,
  ];
}

function table(heading: string, entries: ReadonlyMap<string, Counts>, most: number): Block {
  if (entries.size === 0) return [];
  const rows = heaviestFirst(entries)
    .slice(0, most)
    .map(([name, { deny, warn, audit }]) => [deny, warn, audit, name].map(String));
  const more = entries.size > most ? [`and ${entries.size - most} more`] : [];
  return [...alignedRows([["DENIED", "WARNED", "AUDITED", heading], ...rows]), ...more];
}

interface Exemplified {
  readonly title: string;
  readonly examples: readonly Example[];
}

function exampleLines(file: string, groups: readonly Exemplified[]): Block {
  return groups.flatMap(({ title, examples }) => [title, ...examples.map((example) => `  ${file}:${exampleText(example)}`)]);
}

function exampleText(example: Example): string {
  const { line, operation, kind, namespace, name, user } = example;
  return `${line}: ${operation} ${kind} ${namespace}/${name} by ${user}: ${fieldMessage(example)}`;
}

function comparisonBlocks(comparison: Comparison, file: string): readonly Block[] {
  const { newlyDenied, noLongerDenied, newlyWarned, noLongerWarned } = comparison;
  const changes = mostReviewsFirst(comparison);
  const rows = changes.map(({ reviews, before, after, rule }) => [String(reviews), before, after, rule]);
  const groups = changes.map(({ rule, before, after, examples }) => ({ title: `${rule}: ${before} -> ${after}`, examples }));
  const counts = [
    `${newlyDenied} newly denied`,
    `${noLongerDenied} no longer denied`,
    `${newlyWarned} newly warned`,
    `${noLongerWarned} no longer warned`,
  ];
  return [
    [summaryLine("compared", counts)],
    rows.length === 0 ? [] : alignedRows([["REVIEWS", "BEFORE", "NOW", "RULE"], ...rows]),
    exampleLines(file, groups),
  ];
}

function unreadableLines({ file, unreadable, firstUnreadable }: Simulation): Block {
  const more = unreadable - firstUnreadable.length;
  return [
    ...firstUnreadable.map(({ line, message }) => `${file}:${line}: error: ${message}`),
    ...(more > 0 ? [`and ${more} more lines that are not reviews`] : []),
  ];
}
