import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Kind } from "../../src/api/coordination.ts";
import type { Rule } from "../../src/rules/rule.ts";
import { filesBelow } from "./files-below.ts";
import { sourcePaths } from "./source-paths.ts";

/**
 * The directories below `src/rules` that contain rules, each with the kinds of objects that the
 * rules check.
 */
export const ruleGroups: Readonly<Record<string, readonly Kind[]>> = {
  lease: ["Lease"],
  "lease-candidate": ["LeaseCandidate"],
  metadata: ["Lease", "LeaseCandidate"],
};

/**
 * Returns the ids of all rule files in code-unit order. The causes in a response have the same
 * order.
 */
export function ruleIds(): readonly string[] {
  const ids = Object.keys(ruleGroups).flatMap((group) =>
    filesBelow(join(sourcePaths.rules, group), ".ts").map((name) => `${group}/${name.slice(0, -".ts".length)}`),
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
