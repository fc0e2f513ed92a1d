import { goQuote } from "../../../field/go-quote.ts";
import type { ExplainedSetting } from "../../../policy/explain.ts";
import type { Match } from "../../../policy/match.ts";
import type { Profile } from "../../../policy/policy.ts";
import { diagnosticText } from "../../../policy-file/read-policy.ts";
import { sanitize } from "../../../report/sanitize.ts";
import { alignedRows, summaryLine } from "../../../report/text-blocks.ts";
import { fixedAdministrators } from "../../../rules/shared/identities.ts";
import { unguardedSeconds } from "../../../rules/shared/lease-term.ts";
import { pluralize } from "../../../text/pluralize.ts";
import { unsentText } from "../not-sent.ts";
import type { CheckedPolicy, ShownPolicy, ShownRegistration } from "./result.ts";

/** Formats the result for people: a line for each error and warning, then a summary line. */
export function policyCheckText(policies: readonly CheckedPolicy[]): string {
  const lines = policies.flatMap(({ file, errors, warnings }) => [
    ...errors.map((diagnostic) => diagnosticText(file, diagnostic, "error")),
    ...warnings.map((diagnostic) => diagnosticText(file, diagnostic, "warning")),
  ]);
  const count = (list: "errors" | "warnings") => policies.reduce((sum, policy) => sum + policy[list].length, 0);
  const counts = [pluralize(count("errors"), "error"), pluralize(count("warnings"), "warning")];
  const summary = summaryLine(`${pluralize(policies.length, "policy", "policies")} checked`, counts);
  return `${[...lines.map(sanitize), summary].join("\n")}\n`;
}

/**
 * Formats the result for people: a table with a row for each rule and set of writes, then the
 * administrators and the namespaces.
 */
export function policySettingsText({ profile, administrators, clockSkewMs, settings, registration }: ShownPolicy): string {
  const scoped = new Set(settings.filter(({ setting }) => setting.match !== undefined).map(({ setting }) => setting.rule));
  const rows = settings.map(({ setting, line, notSent }) => {
    const { rule, tier, mode, match } = setting;
    const writes = match === undefined ? (scoped.has(rule) ? "all others" : "all") : conditionsText(match);
    return [rule, tier, mode, writes, reasonText(setting, line, profile), unsentText(notSent)].map(sanitize);
  });
  const table = alignedRows([["RULE", "TIER", "MODE", "WRITES", "SET BY", "NOT SENT"], ...rows]);
  const facts = [administratorsText(administrators), ...shortLeasesText(clockSkewMs)];
  return `${[...table, "", ...facts.map(sanitize)].join("\n")}\n${namespacesText(registration)}`;
}

/**
 * Returns the line about namespaces, which follows the table. The line is "" if kube-apiserver
 * sends the writes of all namespaces.
 */
function namespacesText({ name, namespaces }: ShownRegistration): string {
  if (namespaces === undefined) return "";
  const { only, except = [] } = namespaces;
  const text = only === undefined ? `does not send writes in ${except.join(", ")}` : `sends only writes in ${only.join(", ")}`;
  return `\n${sanitize(`${name} ${text}`)}\n`;
}

/**
 * Returns the line about administrators, including the administrators that no policy can remove.
 */
function administratorsText({ users, groups }: ShownPolicy["administrators"]): string {
  const list = (fixed: readonly string[], names: readonly string[]) => [...fixed, ...names].join(",");
  return `administrators: users ${list(fixedAdministrators.users, users)} or groups ${list(fixedAdministrators.groups, groups)}`;
}

/**
 * Returns the line about lease terms that are too short for the clock skew allowance, or no line if
 * all terms are long enough.
 */
function shortLeasesText(clockSkewMs: number): readonly string[] {
  const seconds = unguardedSeconds(clockSkewMs);
  if (seconds === 0) return [];
  return [`short lease terms: not guarded up to ${seconds}s, because clockSkewAllowance is ${clockSkewMs / 1000}s`];
}

function conditionsText({ not, ...match }: Match): string {
  const { labels = {}, ...lists } = match;
  const texts = Object.entries(lists).map(([name, patterns]: [string, readonly string[]]) => `${name} ${patterns.join(",")}`);
  const ofLabels = Object.entries(labels).map(([key, pattern]) => `${key}=${pattern}`);
  const ofNot = not === undefined ? [] : [`not (${conditionsText(not)})`];
  return [...texts, ...(ofLabels.length > 0 ? [`labels ${ofLabels.join(",")}`] : []), ...ofNot].join(" and ");
}

function reasonText({ decidedBy, warnUntil, parameters, exemption }: ExplainedSetting, line: number | undefined, profile: Profile): string {
  const reasons = {
    profile: `profile ${profile}`,
    parameters: "no parameters",
    rule: "its setting",
    scope: "its scope",
    exemption: "exemption",
  };
  return [
    `${reasons[decidedBy]}${line === undefined ? "" : ` at line ${line}`}`,
    ...(warnUntil === undefined ? [] : [`deny from ${warnUntil.toISOString()}`]),
    ...(parameters === undefined ? [] : [JSON.stringify(parameters)]),
    ...(exemption === undefined ? [] : [`until ${exemption.expires.toISOString()} for ${exemption.owner}: ${goQuote(exemption.reason)}`]),
  ].join(", ");
}
