import { goQuote } from "../../../core/field/go-quote.ts";
import { pluralize } from "../../../core/text/join-words.ts";
import type { Place } from "../../../core/text/position.ts";
import { fenceText } from "../../../policy/fence.ts";
import { diagnosticText } from "../../../policy/file/read-policy.ts";
import type { Match } from "../../../policy/match.ts";
import { notSentText } from "../../../policy/not-sent-settings.ts";
import { sanitize } from "../../../report/sanitize.ts";
import { alignedRows, summaryLine, wrapped } from "../../../report/text-blocks.ts";
import { breakGlassGroup } from "../../../rules/shared/identities.ts";
import { unguardedSeconds } from "../../../rules/shared/lease-term.ts";
import { administratorNames, isForOthersOnly } from "../exempt-users.ts";
import type { CheckedPolicy, ShownPolicy, ShownSetting } from "./result.ts";

export function policyCheckText(policies: readonly CheckedPolicy[]): string {
  const lines = policies.flatMap(({ errors, warnings }) => [
    ...errors.map((diagnostic) => diagnosticText(diagnostic, "error")),
    ...warnings.map((diagnostic) => diagnosticText(diagnostic, "warning")),
  ]);
  const count = (list: "errors" | "warnings") => policies.reduce((sum, policy) => sum + policy[list].length, 0);
  const counts = [pluralize(count("errors"), "error"), pluralize(count("warnings"), "warning")];
  const summary = summaryLine(`${pluralize(policies.length, "policy", "policies")} checked`, counts);
  return `${[...lines.map(sanitize), summary].join("\n")}\n`;
}

/**
 * Formats the result for people: the settings of the rules that the policy changes, then those of
 * the other rules or their number, then the facts about the whole policy. The settings are a table
 * with a row for each rule and set of writes. If the table does not fit the terminal, the settings
 * are blocks of lines.
 */
export function policySettingsText(shown: ShownPolicy): string {
  const { columns = Number.POSITIVE_INFINITY, showsUnchanged } = shown;
  const changedRules = new Set(shown.settings.filter(isChange).map(({ setting }) => setting.rule));
  const changed = shown.settings.filter(({ setting }) => changedRules.has(setting.rule));
  const unchanged = shown.settings.filter(({ setting }) => !changedRules.has(setting.rule));
  const settings = showsUnchanged ? [...changed, ...unchanged] : changed;
  const scoped = new Set(
    settings.filter(({ setting }) => setting.match !== undefined).map(({ setting }) => setting.rule),
  );
  const rows = settings.map((each): Row => {
    const { rule, tier, mode, match } = each.setting;
    const writes = match === undefined ? (scoped.has(rule) ? "all others" : "all") : conditionsText(match);
    const [safeRule = "", safeWrites = "", reason = "", notSent = ""] = [
      rule,
      writes,
      reasonText(each, shown),
      notSentText(each.notSent),
    ].map(sanitize);
    return { rule: safeRule, tier, mode, writes: safeWrites, reason, notSent };
  });
  const table = rows.length === 0 ? [] : alignedRows([heading, ...rows.map(cells)]);
  const fits = table.every((line) => line.length <= columns);
  const lines = fits ? table : rows.flatMap((row, index) => blockLines(row, rows[index - 1], columns));
  const hidden = showsUnchanged || unchanged.length === 0 ? [] : [hiddenText(shown.profile, changed, unchanged)];
  const facts = [...hidden, "", ...factLines(shown)].flatMap((line) => wrapped(sanitize(line), columns, "  "));
  return `${[...lines, ...facts].join("\n")}\n`;
}

/** Reports whether a part of the policy other than its profile decides the effect of a setting. */
function isChange({ setting: { setBy, parameters } }: ShownSetting): boolean {
  return (setBy !== "profile" && setBy !== "parameters") || parameters !== undefined;
}

function hiddenText(
  profile: ShownPolicy["profile"],
  changed: readonly ShownSetting[],
  unchanged: readonly ShownSetting[],
): string {
  const rules = pluralize(new Set(unchanged.map(({ setting }) => setting.rule)).size, "rule");
  const subject =
    changed.length === 0 ? `the policy changes none of the ${rules}` : `the policy does not change ${rules}`;
  return `${subject} of the profile ${profile}: --all shows them`;
}

interface Row {
  readonly rule: string;
  readonly tier: string;
  readonly mode: string;
  readonly writes: string;
  readonly reason: string;
  readonly notSent: string;
}

const heading = ["RULE", "TIER", "MODE", "WRITES", "SET BY", "NOT SENT"];

function cells({ rule, tier, mode, writes, reason, notSent }: Row): readonly string[] {
  return [rule, tier, mode, writes, reason, notSent];
}

/** Returns the lines for a setting. */
function blockLines(
  { rule, tier, mode, writes, reason, notSent }: Row,
  previous: Row | undefined,
  columns: number,
): readonly string[] {
  const indent = " ".repeat(8);
  return [
    ...(previous?.rule === rule ? [] : wrapped(`${rule} (${tier})`, columns, "  ")),
    ...wrapped(`  ${mode.padEnd(5)} ${writes}`, columns, indent),
    ...wrapped(`${indent}set by: ${reason}`, columns, indent),
    ...(notSent === "" ? [] : wrapped(`${indent}not sent: ${notSent}`, columns, indent)),
  ];
}

function factLines(shown: ShownPolicy): readonly string[] {
  const { profile, profilePlace, administrators, clockSkewMs, unvalidated, registration, settings, fences } = shown;
  const { name, namespaces } = registration;
  const { only, except = [] } = namespaces ?? {};
  const sent =
    only === undefined ? `does not send writes in ${except.join(", ")}` : `sends only writes in ${only.join(", ")}`;
  return [
    `profile: ${profile}${placeSuffix(profilePlace, shown)}`,
    `clockSkewAllowance: ${clockSkewMs / 1000}s`,
    ...exemptText(settings, administrators),
    `unvalidated: ${unvalidated}`,
    ...shortLeasesText(clockSkewMs),
    ...fences.map((fence) => `fence ${fence.name}, only in policy export: ${fenceText(fence)}`),
    ...(namespaces === undefined ? [] : ["", `${name} ${sent}`]),
  ];
}

/**
 * Returns the lines about the users who are exempt from rules: the administrators, the shown rules
 * that exempt them, and the break-glass group.
 */
function exemptText(
  settings: readonly ShownSetting[],
  administrators: ShownPolicy["administrators"],
): readonly string[] {
  const active = settings.filter(({ setting }) => setting.mode !== "off").map(({ setting }) => setting.rule);
  const exempting = [...new Set(active.filter(isForOthersOnly))];
  return [
    `administrators: ${administratorNames(administrators)}`,
    ...(exempting.length === 0 ? [] : [`not for administrators: ${exempting.join(", ")}`]),
    `break-glass: group ${breakGlassGroup}, for which every rule of tier protocol or policy only audits`,
  ];
}

/**
 * Returns the line about lease terms that are too short for the clock skew allowance, or no line if
 * all lease terms are long enough.
 */
function shortLeasesText(clockSkewMs: number): readonly string[] {
  const seconds = unguardedSeconds(clockSkewMs);
  if (seconds === 0) return [];
  return [`short lease terms: not guarded up to ${seconds}s, because clockSkewAllowance is ${clockSkewMs / 1000}s`];
}

function conditionsText({ not, ...match }: Match): string {
  const { labels = {}, ...lists } = match;
  const texts = Object.entries(lists).map(
    ([name, patterns]: [string, readonly string[]]) => `${name} ${patterns.join(",")}`,
  );
  const ofLabels = Object.entries(labels).map(([key, pattern]) => `${key}=${pattern}`);
  const ofNot = not === undefined ? [] : [`not (${conditionsText(not)})`];
  return [...texts, ...(ofLabels.length > 0 ? [`labels ${ofLabels.join(",")}`] : []), ...ofNot].join(" and ");
}

function reasonText({ setting, profileMode, place }: ShownSetting, shown: ShownPolicy): string {
  const { mode, setBy, warnUntil, warnNewHolder, parameters, exemption } = setting;
  const reasons = {
    profile: `profile ${shown.profile}`,
    parameters: "no parameters",
    rule: "its setting",
    scope: "its scope",
    exemption: "exemption",
  };
  return [
    `${reasons[setBy]}${placeSuffix(place, shown)}`,
    ...(place === undefined || profileMode === undefined || mode === profileMode ? [] : [`instead of ${profileMode}`]),
    ...(warnUntil === undefined ? [] : [`deny from ${warnUntil.toISOString()}`]),
    ...(warnNewHolder === true ? ["warn new holders"] : []),
    ...(parameters === undefined ? [] : [JSON.stringify(parameters)]),
    ...(exemption === undefined
      ? []
      : [`until ${exemption.expires.toISOString()} for ${exemption.owner}: ${goQuote(exemption.reason)}`]),
  ].join(", ");
}

/** Returns a suffix such as ` at line 3`, or "" without a position. */
function placeSuffix(place: Place | undefined, { isOneFile }: ShownPolicy): string {
  if (place === undefined) return "";
  return isOneFile ? ` at line ${place.line}` : ` at ${place.file}:${place.line}`;
}
