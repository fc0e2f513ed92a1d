import { omissionsOf } from "../../src/export/omissions-of.ts";
import type { CelDefinition } from "../../src/rules/cel/cel-rule.ts";
import { type PlacedRule, placesOf, runsIn } from "../../src/rules/places.ts";
import type { Rule } from "../../src/rules/rule.ts";

/** The rules in CEL by rule id. Rules of tier api have no CEL. */
export type CelRules = ReadonlyMap<string, CelDefinition>;

/** Returns the rows of a rule page about the places where the rule runs. */
export function placeRows(rule: PlacedRule, cel: CelDefinition | undefined): readonly (readonly string[])[] {
  const places = placesOf(rule)
    .map(({ name, isCommand }) => (isCommand ? `\`${name}\`` : name))
    .join(", ");
  if (cel === undefined) return [["Acts in", places]];
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
      ["Acts in", places],
      ["Not in policies", reason],
    ];
  const except = excepted.length === 0 ? "" : `, except ${excepted.join(" and ")}`;
  return [["Acts in", `${places}, [policies](../../admission-policies.md)${limits}${except}`]];
}

/**
 * Returns the places where a rule validates the writes and the stored objects of a cluster, for the
 * table of rules.
 */
export function placesText(rule: PlacedRule & Pick<Rule, "tier">, cel: CelDefinition | undefined): string {
  const places = [
    ...(rule.tier === "api" ? ["kube-apiserver"] : []),
    ...(runsIn("webhook", rule) ? ["webhook"] : []),
    ...policiesText(cel),
    ...(runsIn("audit", rule) ? ["`audit`"] : []),
  ];
  return places.length === 0 ? "commands only" : places.join(", ");
}

/** Returns a phrase for the exported policies, or nothing if they do not contain the rule. */
function policiesText(cel: CelDefinition | undefined): readonly string[] {
  const omitted = new Set(cel === undefined ? ["rule"] : omissionsOf(cel).map(({ what }) => what));
  if (omitted.has("rule")) return [];
  if (omitted.has("relations")) return ["policies with `--relations`"];
  return [omitted.has("writes") ? "policies in part" : "policies"];
}
