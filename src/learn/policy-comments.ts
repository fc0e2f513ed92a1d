import { namespacedName } from "../core/field/object-reference.ts";
import { pluralize } from "../core/text/join-words.ts";
import { dayOf } from "../core/text/time.ts";
import { isShortTally, type LearnedRules, missingDeletes } from "./build-policy.ts";
import { changesText, daysOf, lengthOf, minWrites, writesText } from "./evidence.ts";
import type { LearnedObject } from "./learned-object.ts";
import { holderPatterns } from "./learned-scopes.ts";
import type { NotableWriter } from "./notable-writers.ts";
import { maxPairs, type Tally } from "./object-tally.ts";
import { type DenialTally, exemptionOf } from "./unexplained.ts";

/** The maximum number of lines of a list in comments and in the report. */
export const maxLines = 50;

export function headerLines(tally: Tally, warnUntil: string): readonly string[] {
  return [
    `A policy of lease-guard learn, from ${pluralize(tally.writes, "write")} and ${pluralize(tally.deletes, "delete")} ${periodOf(tally)}.`,
    `Until ${warnUntil}, learned entries only warn. Until then, read the warnings and this file:`,
    "set the mode of a wrong entry to warn or off, and add what was not seen. See docs/learn.md.",
    ...gapsOf(tally),
    "If you run lease-guard learn again, it refreshes entries with a comment that starts with",
    "`learned`, and adds removed entries of rules again, but not removed exemptions. To keep an entry",
    "as it is, change it or remove its comment.",
  ];
}

function periodOf({ first, last }: Tally): string {
  return first === undefined || last === undefined ? "" : `${daysOf({ first, last })} (${lengthOf({ first, last })})`;
}

/**
 * Returns a line for each gap in the writes, such as a period of less than a day, or writes without
 * a user.
 */
export function gapsOf(tally: Tally): readonly string[] {
  const all = tally.writes + tally.deletes;
  const deletes = missingDeletes(tally);
  return [
    ...(isShortTally(tally)
      ? ["The writes span less than a day: nightly jobs, rollouts, and repairs are probably missing."]
      : []),
    ...(tally.withUser === 0 ? ["The source does not show users, so no writers and no deleters were learned."] : []),
    ...(tally.withUser > 0 && tally.complete < all
      ? [`For ${changesText(all - tally.complete, tally)}, the source does not show the user and both objects.`]
      : []),
    ...(tally.untallied > 0
      ? [
          `${changesText(tally.untallied, tally)} by users or of objects beyond the first ${maxPairs} were not read: learn from fewer namespaces.`,
        ]
      : []),
    ...(tally.withUser > 0 && deletes === "none" ? ["The source shows no delete, so no deleters were learned."] : []),
    ...(tally.withUser > 0 && deletes === "rare"
      ? ["Deletes are rare, so no deleters were learned from less than a day."]
      : []),
  ];
}

export interface Notes {
  readonly tally: Tally;
  readonly learned: LearnedRules;
  readonly notable: readonly NotableWriter[];
  readonly denied: DenialTally;
  readonly expires: string;
  /** The lines about resources and Leases without a fence. */
  readonly leftOut: readonly string[];
}

export function noteLines({ learned, notable, denied, expires, leftOut }: Notes): readonly string[] {
  const suspicious = notable.filter(({ role }) => role === "suspicious");
  const others = notable.filter(({ role }) => role !== "suspicious");
  return [
    ...section("These writers look like attacks, so nothing was learned from them:", suspicious.map(notableWriterText)),
    ...section("Look at these writers. Exemptions allow what would be denied:", others.map(notableWriterText)),
    ...suggestions(denied, expires),
    ...section(`Too few writes to learn from (fewer than ${minWrites}):`, learned.thin.map(objectText)),
    ...section("The holders of these Leases have no pattern:", learned.objects.filter(hasNoPattern).map(objectText)),
    ...section("No fence covers these resources and Leases:", leftOut),
  ];
}

/**
 * Returns a line about a writer that a person must look at: the object, the user, a day, and the
 * reasons. The day is that of the first objection or, without objections, of the object's first
 * write.
 */
export function notableWriterText({ namespace, name, user, first, reasons }: NotableWriter): string {
  return `${namespacedName({ namespace, name })}: ${user === "" ? "unknown user" : user}, ${dayOf(first)}: ${reasons.join(", ")}`;
}

function suggestions({ denied }: DenialTally, expires: string): readonly string[] {
  const lines = [...denied.values()]
    .filter(({ hasNoExemption }) => hasNoExemption)
    .map((writes) => {
      const { rules, match, reason } = exemptionOf(writes, expires).value;
      return `- ${JSON.stringify({ rules, match, reason, owner: "NAME", expires })}`;
    });
  return section("If such a writer is legitimate, add its exemption to `exemptions`:", lines);
}

function hasNoPattern(object: LearnedObject): boolean {
  return (
    object.isLease && object.writes >= minWrites && object.holders.length > 0 && holderPatterns(object).length === 0
  );
}

function objectText(object: LearnedObject): string {
  const { namespaces, names } = object;
  return `${namespaces.join(", ")}/${names.join(", ")}: ${writesText(object)}`;
}

function section(title: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  const more = lines.length > maxLines ? [`  and ${lines.length - maxLines} more`] : [];
  return ["", title, ...lines.slice(0, maxLines).map((line) => `  ${line}`), ...more];
}
