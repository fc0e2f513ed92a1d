import type { CelDefinition } from "../../src/rules/cel/cel-rule.ts";
import type { Rule } from "../../src/rules/rule.ts";

/** The rules in CEL by rule id. Rules of tier api have no CEL. */
export type CelRules = ReadonlyMap<string, CelDefinition>;

type Placed = Pick<Rule, "tier" | "isRelation">;

/** Returns the rows of a rule page about the places where the rule runs. */
export function placesOf({ isRelation }: Placed, cel: CelDefinition | undefined): readonly (readonly string[])[] {
  const places = isRelation ? ["`check`", "`test`", "library"] : ["webhook", "`check`", "`test`", "`simulate`", "library"];
  if (cel === undefined) return [["Acts in", places.join(", ")]];
  if ("noCel" in cel) {
    return [
      ["Acts in", places.join(", ")],
      ["Not in policies", cel.noCel],
    ];
  }
  const { since, params, unseen = [] } = cel;
  const from = `${params === undefined ? "" : " with `--relations`"}${since === undefined ? "" : ` from Kubernetes ${since}`}`;
  const except = unseen.length === 0 ? "" : `, except ${unseen.join(" and ")}`;
  return [["Acts in", `${places.join(", ")}, [policies](../../admission-policies.md)${from}${except}`]];
}

/** Returns the places where a rule validates the writes of a cluster, for the table of rules. */
export function placesText({ tier, isRelation }: Placed, cel: CelDefinition | undefined): string {
  if (tier === "api") return "kube-apiserver, webhook";
  const isMissing = cel === undefined || "noCel" in cel;
  if (isRelation) return isMissing ? "commands only" : "policies with `--relations`";
  if (isMissing) return "webhook";
  return cel.unseen === undefined ? "webhook, policies" : "webhook, policies in part";
}
