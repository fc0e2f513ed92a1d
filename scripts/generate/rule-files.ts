import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Kind, kinds } from "../../src/core/api/coordination.ts";
import type { CelDefinition } from "../../src/rules/cel/cel-rule.ts";
import type { Rule, RuleGroup } from "../../src/rules/rule.ts";
import { filesBelow } from "./files-below.ts";
import { sourcePaths } from "./source-paths.ts";

/**
 * The directories below `src/rules` that contain rules, each with the kinds of objects that the
 * rules check.
 */
export const ruleGroups: Readonly<Record<RuleGroup, readonly Kind[]>> = {
  lease: ["Lease"],
  "lease-candidate": ["LeaseCandidate"],
  metadata: kinds,
};

/**
 * Returns the ids of all rule files in code-unit order. The causes in a response have the same
 * order.
 */
export function ruleIds(): readonly string[] {
  return idsOfFiles(".ts").filter((id) => !id.endsWith(".cel"));
}

/**
 * Returns the ids of the rules with a file `NAME.cel.ts`, in code-unit order. Throws unless these
 * rules are all rules of the tiers protocol and policy. kube-apiserver itself enforces tier api.
 */
export function celRuleIds(rules: readonly Rule[]): readonly string[] {
  const ids = idsOfFiles(".cel.ts");
  const wanted = rules.filter(({ tier }) => tier !== "api").map(({ id }) => String(id));
  const missing = wanted.find((id) => !ids.includes(id));
  if (missing !== undefined)
    throw new Error(`${sourcePaths.rules}/${missing}.cel.ts must exist, and export the rule in CEL as cel`);
  const extra = ids.find((id) => !wanted.includes(id));
  if (extra !== undefined)
    throw new Error(`${sourcePaths.rules}/${extra}.cel.ts must belong to a rule of tier protocol or policy`);
  return ids;
}

function idsOfFiles(extension: string): readonly string[] {
  const ids = Object.keys(ruleGroups).flatMap((group) =>
    filesBelow(join(sourcePaths.rules, group), extension).map((name) => `${group}/${name.slice(0, -extension.length)}`),
  );
  return ids.sort();
}

/**
 * Imports every rule from its own file, because the generated index of all rules can be out of
 * date.
 */
export function readRules(): Promise<readonly Rule[]> {
  return Promise.all(ruleIds().map(readRule));
}

async function readRule(id: string): Promise<Rule> {
  const path = `${sourcePaths.rules}/${id}.ts`;
  const { rule } = (await import(pathToFileURL(resolve(path)).href)) as { readonly rule?: Rule };
  if (rule?.id !== id) throw new Error(`${path} must export a rule with the id ${id}`);
  return rule;
}

export async function readCelRules(ids: readonly string[]): Promise<ReadonlyMap<string, CelDefinition>> {
  return new Map(await Promise.all(ids.map(async (id) => [id, await readCelRule(id)] as const)));
}

async function readCelRule(id: string): Promise<CelDefinition> {
  const path = `${sourcePaths.rules}/${id}.cel.ts`;
  const { cel } = (await import(pathToFileURL(resolve(path)).href)) as { readonly cel?: CelDefinition };
  if (cel === undefined) throw new Error(`${path} must export the rule in CEL as cel`);
  return cel;
}
