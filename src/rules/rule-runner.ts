import type { Rule } from "./rule.ts";

export interface RuleRunner {
  readonly name: "webhook" | "check" | "test" | "simulate" | "audit" | "library";
  readonly isCommand: boolean;
  /** True if the runner has the related objects, which relation rules need. */
  readonly runsRelations: boolean;
  /**
   * True if the runner reads stored objects, not writes. A stored object counts as a create,
   * without its time and its writer.
   */
  readonly readsStored?: true;
}

/**
 * The parts of lease-guard that run rules. Exported policies are absent, because they contain only
 * rules that have CEL. The playground is absent, because it only demonstrates the rules, and runs
 * the same rules as `check`. `learn` is absent, because it runs rules only to select settings.
 */
const runners: readonly RuleRunner[] = [
  { name: "webhook", isCommand: false, runsRelations: false },
  { name: "check", isCommand: true, runsRelations: true },
  { name: "test", isCommand: true, runsRelations: true },
  { name: "simulate", isCommand: true, runsRelations: false },
  { name: "audit", isCommand: true, runsRelations: true, readsStored: true },
  { name: "library", isCommand: false, runsRelations: true },
];

export type RunnableRule = Pick<Rule, "isRelation" | "operations" | "needsWrite">;

export function runnersOf({ isRelation, operations, needsWrite }: RunnableRule): readonly RuleRunner[] {
  return runners.filter(({ runsRelations, readsStored }) => {
    if (isRelation && !runsRelations) return false;
    return !readsStored || (operations.includes("CREATE") && !needsWrite);
  });
}

export function runsIn(name: RuleRunner["name"], rule: RunnableRule): boolean {
  return runnersOf(rule).some((runner) => runner.name === name);
}
