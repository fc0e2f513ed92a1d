import { omissionsOf } from "../../src/export/omission.ts";
import type { CelDefinition } from "../../src/rules/cel/cel-rule.ts";
import { programOf } from "../../src/rules/cel/compile.ts";
import type { Rule } from "../../src/rules/rule.ts";
import { type RunnableRule, runnersOf, runsIn } from "../../src/rules/rule-runner.ts";

/** The rules in CEL by rule id. Rules of tier api have no CEL. */
export type CelRules = ReadonlyMap<string, CelDefinition>;

/** Returns the rows of a rule page about the parts of lease-guard that run the rule. */
export function runnerRows(
  rule: RunnableRule & TimedRule,
  cel: CelDefinition | undefined,
): readonly (readonly string[])[] {
  const runners = runnersOf(rule)
    .map(({ name, isCommand }) => (isCommand ? `\`${name}\`` : name))
    .join(", ");
  if (cel === undefined) return [["Acts in", runners]];
  let [limits, reason] = ["", ""];
  const excepted: string[] = [];
  for (const omission of omissionsOf(cel)) {
    switch (omission.what) {
      case "rule":
        reason = omission.reason;
        break;
      case "relations":
        limits += " with `--relations`";
        break;
      case "version":
        limits += ` from Kubernetes ${omission.since}`;
        break;
      case "writes":
        excepted.push(omission.writes);
    }
  }
  if (reason !== "")
    return [
      ["Acts in", runners],
      ["Not in admission policies", reason],
    ];
  const except = excepted.length === 0 ? "" : `, except ${excepted.join(" and ")}`;
  return [
    ["Acts in", `${runners}, [admission policies](../../admission-policies.md)${limits}${except}`],
    ...(readsClock(rule, cel) ? [["Clock in admission policies", clockText]] : []),
  ];
}

/** The facts of a rule that decide whether its CEL reads the time of the write. */
type TimedRule = Pick<Rule, "kinds" | "parameters">;

const clockText =
  "of kube-apiserver; for an object without `managedFields`, [of the writer](../../admission-policies.md#objects-without-managedfields), which stops no forger";

/** Reports whether the CEL of a rule reads the time of the write. No rule with parameters does. */
function readsClock({ kinds, parameters }: TimedRule, cel: CelDefinition): boolean {
  if ("noCel" in cel || parameters !== undefined) return false;
  return kinds.some((kind) => {
    const expressions = cel.findings({ kind, parameters: {}, clockSkewMicros: 0 }).map(({ reports }) => reports);
    return programOf(
      kind,
      { clockSkewMicros: 0, administrators: { users: [], groups: [] } },
      expressions,
    ).variables.some(({ name }) => name === "now");
  });
}

/**
 * Returns the programs and policies that apply a rule to the writes and the stored objects of a
 * cluster, for the table of rules.
 */
export function runnersText(rule: RunnableRule & Pick<Rule, "tier">, cel: CelDefinition | undefined): string {
  const runners = [
    ...(rule.tier === "api" ? ["kube-apiserver"] : []),
    ...(runsIn("webhook", rule) ? ["webhook"] : []),
    ...policiesText(cel),
    ...(runsIn("audit", rule) ? ["`audit`"] : []),
  ];
  return runners.length === 0 ? "commands only" : runners.join(", ");
}

/** Returns a phrase for the exported policies, or nothing if they do not contain the rule. */
function policiesText(cel: CelDefinition | undefined): readonly string[] {
  const omitted = new Set(cel === undefined ? ["rule"] : omissionsOf(cel).map(({ what }) => what));
  if (omitted.has("rule")) return [];
  if (omitted.has("relations")) return ["policies with `--relations`"];
  return [omitted.has("writes") ? "policies in part" : "policies"];
}
