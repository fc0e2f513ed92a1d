import { jsonText } from "../../report/json-text.ts";
import { sanitize } from "../../report/sanitize.ts";
import { pluralize } from "../../text/pluralize.ts";
import { packageVersion } from "../shared/package.ts";
import { alignedRows } from "../shared/table.ts";
import type { Comparison, Counts, Example, Simulation } from "./simulation.ts";

/** Most namespaces and users that a person is shown. */
const maxRows = 10;

/** A simulation for people; `file` is that of the reviews. */
export function simulationText(simulation: Simulation, file: string): string {
  const { rules, namespaces, users, comparison, unreadable, firstUnreadable } = simulation;
  const blocks = [
    [summary(simulation)],
    table("RULE", rules, rules.size),
    table("NAMESPACE", namespaces, maxRows),
    table("USER", users, maxRows),
    examples(
      file,
      [...rules].sort(heaviestFirst).map(([rule, tally]) => ({ title: rule, examples: tally.examples })),
    ),
    ...(comparison === undefined ? [] : comparisonBlocks(comparison, file)),
    [
      ...firstUnreadable.map(({ line, message }) => `${file}:${line}: error: ${message}`),
      ...(unreadable > firstUnreadable.length ? [`and ${unreadable - firstUnreadable.length} more lines that are no reviews`] : []),
    ],
  ];
  const shown = blocks.filter(({ length }) => length > 0);
  return shown.map((lines) => lines.map((line) => `${sanitize(line)}\n`).join("")).join("\n");
}

function summary({ reviews, outcomes: { deny, warn, audit }, skipped, unreadable }: Simulation): string {
  const rest = [
    ...(audit === 0 ? [] : [`${audit} audited`]),
    ...(skipped === 0 ? [] : [`${skipped} skipped`]),
    ...(unreadable === 0 ? [] : [`${unreadable} unreadable`]),
  ];
  return `${pluralize(reviews, "review")}: ${[`${deny} denied`, `${warn} warned`, ...rest].join(", ")}`;
}

function table(heading: string, entries: ReadonlyMap<string, Counts>, most: number): readonly string[] {
  if (entries.size === 0) return [];
  const sorted = [...entries].sort(heaviestFirst);
  const rows = sorted.slice(0, most).map(([name, { deny, warn, audit }]) => [deny, warn, audit, name].map(String));
  const more = sorted.length > most ? [`and ${sorted.length - most} more`] : [];
  return [...alignedRows([["DENIED", "WARNED", "AUDITED", heading], ...rows]), ...more];
}

/** Names of equal weight in code-unit order. */
function heaviestFirst([a, one]: readonly [string, Counts], [b, other]: readonly [string, Counts]): number {
  return other.deny - one.deny || other.warn - one.warn || other.audit - one.audit || (a < b ? -1 : 1);
}

interface Exemplified {
  readonly title: string;
  readonly examples: readonly Example[];
}

function examples(file: string, groups: readonly Exemplified[]): readonly string[] {
  return groups.flatMap(({ title, examples }) => [title, ...examples.map((example) => `  ${file}:${exampleText(example)}`)]);
}

function exampleText({ line, operation, kind, namespace, name, user, field, message }: Example): string {
  return `${line}: ${operation} ${kind} ${namespace}/${name} by ${user}: ${field === "" ? message : `${field}: ${message}`}`;
}

function comparisonBlocks(comparison: Comparison, file: string): readonly (readonly string[])[] {
  const { newlyDenied, noLongerDenied, newlyWarned, noLongerWarned } = comparison;
  const changes = changesOf(comparison);
  const rows = changes.map(({ reviews, before, after, rule }) => [String(reviews), before, after, rule]);
  const groups = changes.map(({ rule, before, after, examples }) => ({ title: `${rule}: ${before} -> ${after}`, examples }));
  return [
    [
      `compared: ${newlyDenied} newly denied, ${noLongerDenied} no longer denied, ${newlyWarned} newly warned, ${noLongerWarned} no longer warned`,
    ],
    rows.length === 0 ? [] : alignedRows([["REVIEWS", "BEFORE", "NOW", "RULE"], ...rows]),
    examples(file, groups),
  ];
}

/** Those of most reviews first. */
function changesOf({ changes }: Comparison) {
  return [...changes.values()].sort((a, b) => b.reviews - a.reviews || (a.rule < b.rule ? -1 : 1));
}

/** A simulation for programs; `schemas/report/v1alpha1/simulation.json` describes it. */
export function simulationJson(simulation: Simulation): string {
  const { reviews, outcomes, skipped, unreadable, firstUnreadable, rules, namespaces, users, comparison } = simulation;
  const report = {
    apiVersion: "report.lease-guard.dev/v1alpha1",
    kind: "Simulation",
    version: packageVersion(),
    summary: { reviews, ...published(outcomes), skipped, unreadable },
    rules: [...rules].sort(heaviestFirst).map(([rule, tally]) => ({ rule, ...published(tally), examples: tally.examples })),
    namespaces: [...namespaces].sort(heaviestFirst).map(([namespace, counts]) => ({ namespace, ...published(counts) })),
    users: [...users].sort(heaviestFirst).map(([user, counts]) => ({ user, ...published(counts) })),
    unreadable: firstUnreadable,
    ...(comparison && { comparison: { ...comparison, changes: changesOf(comparison) } }),
  };
  return `${jsonText(report)}\n`;
}

function published({ deny, warn, audit }: Counts) {
  return { denied: deny, warned: warn, audited: audit };
}
