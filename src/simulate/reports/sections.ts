import { namespacedName } from "../../core/field/object-reference.ts";
import { pluralize } from "../../core/text/join-words.ts";
import { lineError, unreadableTexts } from "../../recording/unreadable-lines.ts";
import { objectTitle } from "../../report/object-title.ts";
import { ifAny, summaryLine } from "../../report/text-blocks.ts";
import { shortLeasesOf } from "../short-leases.ts";
import {
  type Comparison,
  type Counts,
  type Differences,
  type Example,
  heaviestFirst,
  mostDifferentFirst,
  mostReviewsFirst,
  type Simulation,
} from "../simulation.ts";

const maxRows = 10;

export interface TableSection {
  readonly title?: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly more?: string;
}

/** Example writes. The title names the rule and, in a comparison, the old and the new mode. */
export interface Exemplified {
  readonly title: string;
  readonly examples: readonly Example[];
}

export type Section =
  | TableSection
  | { readonly groups: readonly Exemplified[] }
  | { readonly lines: readonly string[] };

/**
 * Returns the parts of a report for people. The first part is a line with counts. A comparison
 * comes before the outcomes, because a small difference is hard to see in the outcomes.
 */
export function sectionsOf(simulation: Simulation): readonly Section[] {
  const { file, rules, namespaces, users, unreadable, comparison, crashes } = simulation;
  const sections: readonly Section[] = [
    ...(comparison === undefined ? [] : comparisonSections(comparison)),
    { lines: [summary(simulation), `after all dates of the policy: ${simulation.deniedAfterDates} denied`] },
    { lines: [...withoutPods(simulation), ...incompleteWrites(simulation)] },
    shortLeasesTable(simulation),
    countsTable("Rule", rules, rules.size),
    countsTable("Namespace", namespaces, maxRows),
    countsTable("User", users, maxRows),
    { groups: heaviestFirst(rules).map(([rule, tally]) => ({ title: rule, examples: tally.examples })) },
    { lines: unreadableTexts(file, unreadable) },
    { lines: [...crashes.values()].map(({ line, message }) => lineError(file, line, message)) },
  ];
  return sections.filter((section) => !isEmpty(section));
}

function isEmpty(section: Section): boolean {
  if ("lines" in section) return section.lines.length === 0;
  return "groups" in section ? section.groups.length === 0 : section.rows.length === 0;
}

function comparisonSections(comparison: Comparison): readonly Section[] {
  const changes = mostReviewsFirst(comparison);
  const { newlyDenied, noLongerDenied, newlyWarned, noLongerWarned } = comparison;
  const counts = [
    `${newlyDenied} newly denied`,
    `${noLongerDenied} no longer denied`,
    `${newlyWarned} newly warned`,
    `${noLongerWarned} no longer warned`,
  ];
  return [
    { lines: [summaryLine("compared", counts)] },
    {
      headings: ["Reviews", "Before", "Now", "Rule"],
      rows: changes.map(({ reviews, before, after, rule }) => [String(reviews), before, after, rule]),
    },
    differencesTable("Namespace", comparison.namespaces),
    differencesTable("User", comparison.users),
    {
      groups: changes.map(({ rule, before, after, examples }) => ({
        title: `${rule}: ${before} -> ${after}`,
        examples,
      })),
    },
  ];
}

function differencesTable(heading: string, entries: ReadonlyMap<string, Differences>): TableSection {
  const rows = mostDifferentFirst(entries).map(
    ([name, { newlyDenied, noLongerDenied, newlyWarned, noLongerWarned }]) => {
      return [newlyDenied, noLongerDenied, newlyWarned, noLongerWarned, name].map(String);
    },
  );
  return firstRows(
    { headings: ["Newly denied", "No longer denied", "Newly warned", "No longer warned", heading], rows },
    maxRows,
  );
}

function summary({ reviews, outcomes: { deny, warn, audit }, skipped, unreadable }: Simulation): string {
  return summaryLine(pluralize(reviews, "review"), [
    `${deny} denied`,
    `${warn} warned`,
    ifAny(audit, "audited"),
    ifAny(skipped, "skipped"),
    ifAny(unreadable.lines, "unreadable"),
  ]);
}

function withoutPods({ reviews, withPod }: Simulation): readonly string[] {
  if (reviews === 0 || withPod > 0) return [];
  return [
    "warning: no review contains the pod of its writer, so rules such as lease/written-by-its-holder report nothing",
  ];
}

function incompleteWrites({ incomplete }: Simulation): readonly string[] {
  if (incomplete === 0) return [];
  const writes = pluralize(incomplete, "write");
  return [
    `warning: ${writes} not validated, because the audit log does not show the user and the objects before and after the write`,
  ];
}

/**
 * Returns a table of the Leases whose lease terms are too short for `clockSkewAllowance`. Some
 * rules report nothing for these Leases, so a simulation without denials proves little for them.
 */
function shortLeasesTable({ shortLeases }: Simulation): TableSection {
  const leases = shortLeasesOf(shortLeases);
  const rows = leases.map(({ minSeconds, maxSeconds, reviews, ...lease }) => {
    return [
      minSeconds === maxSeconds ? `${maxSeconds}s` : `${minSeconds}-${maxSeconds}s`,
      String(reviews),
      namespacedName(lease),
    ];
  });
  const terms = `lease terms of up to ${shortLeases.unguardedSeconds}s are too short for clockSkewAllowance`;
  const title = `warning: ${pluralize(leases.length, "Lease")} not guarded: ${terms}`;
  return firstRows({ title, headings: ["Term", "Reviews", "Lease"], rows }, maxRows);
}

function countsTable(heading: string, entries: ReadonlyMap<string, Counts>, most: number): TableSection {
  const rows = heaviestFirst(entries).map(([name, { deny, warn, audit }]) => [deny, warn, audit, name].map(String));
  return firstRows({ headings: ["Denied", "Warned", "Audited", heading], rows }, most);
}

function firstRows(table: TableSection, most: number): TableSection {
  const { rows } = table;
  return { ...table, rows: rows.slice(0, most), ...(rows.length > most && { more: `and ${rows.length - most} more` }) };
}

/** Returns the write of an example, such as `UPDATE Lease team-a/controller by jane`. */
export function exampleTitle({ operation, user, ...written }: Example): string {
  return `${operation} ${objectTitle(written)} by ${user}`;
}
