import { goQuote } from "../../field/go-quote.ts";
import { explainPolicy, type PolicySetting } from "../../policy/explain.ts";
import type { Match } from "../../policy/match.ts";
import type { Profile } from "../../policy/policy.ts";
import { jsonText } from "../../report/json-text.ts";
import { sanitize } from "../../report/sanitize.ts";
import { print } from "../shared/output.ts";
import { readPolicyFile } from "../shared/policy-file.ts";
import { alignedRows } from "../shared/table.ts";

/** What the command line says beside the file. */
export interface ShowPolicyFlags {
  readonly output: "text" | "json";
  readonly namespace?: string;
  readonly name?: string;
  readonly user?: string;
  readonly group?: readonly string[];
}

/** Prints what every rule does under the policy of a file. */
export async function showPolicy(file: string, { output, namespace, name, user, group }: ShowPolicyFlags): Promise<void> {
  const { policy, locate } = await readPolicyFile(file);
  const settings = explainPolicy(policy, { namespace, name, user, groups: group }, new Date());
  const shown = settings.map((setting) => ({ setting, line: setting.field && locate(setting.field).line }));
  print(output === "json" ? asJson(shown, policy.profile) : asText(shown, policy.profile));
}

interface Shown {
  readonly setting: PolicySetting;
  readonly line: number | undefined;
}

function asJson(shown: readonly Shown[], profile: Profile): string {
  const items = shown.map(({ setting: { field: _, ...setting }, line }) => ({ ...setting, line }));
  return `${jsonText({ apiVersion: "report.lease-guard.dev/v1alpha1", kind: "PolicySettings", profile, items })}\n`;
}

function asText(shown: readonly Shown[], profile: Profile): string {
  const scoped = new Set(shown.filter(({ setting }) => setting.match !== undefined).map(({ setting }) => setting.rule));
  const rows = shown.map(({ setting, line }) => {
    const { rule, tier, mode, match } = setting;
    const writes = match === undefined ? (scoped.has(rule) ? "all others" : "all") : matchText(match);
    return [rule, tier, mode, writes, why(setting, line, profile)].map(sanitize);
  });
  return `${alignedRows([["RULE", "TIER", "MODE", "WRITES", "WHY"], ...rows]).join("\n")}\n`;
}

function matchText(match: Match): string {
  const { labels = {}, ...lists } = match;
  const texts = Object.entries(lists).map(([name, patterns]: [string, readonly string[]]) => `${name} ${patterns.join(",")}`);
  const ofLabels = Object.entries(labels).map(([key, pattern]) => `${key}=${pattern}`);
  return [...texts, ...(ofLabels.length > 0 ? [`labels ${ofLabels.join(",")}`] : [])].join(" and ");
}

function why({ because, warnUntil, parameters, exemption }: PolicySetting, line: number | undefined, profile: Profile): string {
  const reasons = {
    profile: `profile ${profile}`,
    parameters: "no parameters",
    rule: "its setting",
    scope: "its scope",
    exemption: "exemption",
  };
  return [
    `${reasons[because]}${line === undefined ? "" : ` at line ${line}`}`,
    ...(warnUntil === undefined ? [] : [`deny from ${warnUntil.toISOString()}`]),
    ...(parameters === undefined ? [] : [JSON.stringify(parameters)]),
    ...(exemption === undefined ? [] : [`until ${exemption.expires.toISOString()} for ${exemption.owner}: ${goQuote(exemption.reason)}`]),
  ].join(", ");
}
