// Creates the files of a rule.
// Usage: npm run new-rule -- lease/what-must-be [--tier api|protocol|policy] [--relation]
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { type RuleGroup, tiers } from "../src/rules/rule.ts";
import { ruleGroups } from "./generate/rule-files.ts";
import { type NewRule, newRuleFiles } from "./new-rule/new-rule-files.ts";

const usage = `usage: npm run new-rule -- GROUP/NAME [--tier ${tiers.join("|")}] [--relation]`;
const groups = Object.keys(ruleGroups) as readonly RuleGroup[];
const ruleId = new RegExp(`^(${groups.join("|")})/[a-z][a-z0-9]*(?:-[a-z0-9]+)*$`);

function request(args: readonly string[]): NewRule | string {
  const parsed = parsedArguments(args);
  const [id, ...others] = parsed?.positionals ?? [];
  if (parsed === undefined || id === undefined || others.length > 0) return usage;
  const group = groups.find((each) => each === ruleId.exec(id)?.[1]);
  if (group === undefined) return `rule id ${JSON.stringify(id)} must be ${groups.join("/…, ")}/… in kebab case`;
  const tier = tiers.find((each) => each === (parsed.values.tier ?? "policy"));
  if (tier === undefined) return `tier ${JSON.stringify(parsed.values.tier)} must be one of ${tiers.join(", ")}`;
  const kinds = ruleGroups[group];
  if (!parsed.values.relation) return { id, kinds, tier, isRelation: false };
  if (parsed.values.tier !== undefined && tier !== "protocol")
    return "--relation: the tier of a relation rule must be protocol";
  return { id, kinds, tier: "protocol", isRelation: true };
}

interface Arguments {
  readonly positionals: readonly string[];
  readonly values: { readonly tier?: string; readonly relation?: boolean };
}

function parsedArguments(args: readonly string[]): Arguments | undefined {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { tier: { type: "string" }, relation: { type: "boolean" } },
    });
  } catch {
    return undefined;
  }
}

async function main(args: readonly string[]): Promise<number> {
  const requested = request(args);
  if (typeof requested === "string") return reject(requested);
  const files = newRuleFiles(requested);
  const existing = files.find(({ path }) => existsSync(path));
  if (existing !== undefined) return reject(`${existing.path} already exists`);
  for (const { path, text } of files) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const { generate } = await import("./generate.ts");
  await generate();
  console.log(`Fill in, then npm test:\n${files.map(({ path }) => `  ${path}`).join("\n")}`);
  return 0;
}

function reject(line: string): number {
  console.error(line);
  return 2;
}

process.exitCode = await main(process.argv.slice(2));
