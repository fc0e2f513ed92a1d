import { goQuote } from "../../field/go-quote.ts";
import { type ExplainedSetting, explainPolicy } from "../../policy/explain.ts";
import type { Match } from "../../policy/match.ts";
import type { Profile } from "../../policy/policy.ts";
import { jsonText } from "../../report/json-text.ts";
import { sanitize } from "../../report/sanitize.ts";
import { print } from "../shared/output.ts";
import { readPolicyFile } from "../shared/policy-file.ts";
import { alignedRows } from "../shared/table.ts";

/** The flags of `lease-guard policy show`, parsed. */
export interface ShowPolicyFlags {
  readonly output: "text" | "json";
  readonly namespace?: string;
  readonly name?: string;
  readonly user?: string;
  readonly group?: readonly string[];
}

/** Prints what every rule does under a policy, for all writes or for the writes that the flags select. */
export async function showPolicy(file: string, { output, namespace, name, user, group }: ShowPolicyFlags): Promise<void> {
  const { policy, locate } = await readPolicyFile(file);
  // An empty flag selects nothing.
  const knownParts = { namespace: namespace || undefined, name: name || undefined, user: user || undefined, groups: group };
  const settings = explainPolicy(policy, knownParts, new Date());
  const shown = settings.map((setting) => ({ setting, line: setting.field && locate(setting.field).line }));
  print(output === "json" ? asJson(shown, policy.profile) : asText(shown, policy.profile));
}

interface Shown {
  readonly setting: ExplainedSetting;
  readonly line: number | undefined;
}

function asJson(shown: readonly Shown[], profile: Profile): string {
  const items = shown.map(({ setting: { rule, tier, mode, match, decidedBy, warnUntil, parameters, exemption }, line }) => ({
    rule,
    tier,
    mode,
    match,
    because: decidedBy,
    warnUntil,
    parameters,
    exemption,
    line,
  }));
  return `${jsonText({ apiVersion: "report.lease-guard.dev/v1alpha1", kind: "PolicySettings", profile, items })}\n`;
}

function asText(shown: readonly Shown[], profile: Profile): string {
  const scoped = new Set(shown.filter(({ setting }) => setting.match !== undefined).map(({ setting }) => setting.rule));
  const rows = shown.map(({ setting, line }) => {
    const { rule, tier, mode, match } = setting;
    const writes = match === undefined ? (scoped.has(rule) ? "all others" : "all") : matchText(match);
    return [rule, tier, mode, writes, why(setting, line, profile)].map(sanitize);
  });
  return `${alignedRows([["RULE", "TIER", "MODE", "WRITES", "SET BY"], ...rows]).join("\n")}\n`;
}

function matchText(match: Match): string {
  const { labels = {}, ...lists } = match;
  const texts = Object.entries(lists).map(([name, patterns]: [string, readonly string[]]) => `${name} ${patterns.join(",")}`);
  const ofLabels = Object.entries(labels).map(([key, pattern]) => `${key}=${pattern}`);
  return [...texts, ...(ofLabels.length > 0 ? [`labels ${ofLabels.join(",")}`] : [])].join(" and ");
}

function why({ decidedBy, warnUntil, parameters, exemption }: ExplainedSetting, line: number | undefined, profile: Profile): string {
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
