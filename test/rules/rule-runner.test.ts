import { expect, it } from "vitest";
import { type RunnableRule, runnersOf, runsIn } from "../../src/rules/rule-runner.ts";

const alone: RunnableRule = { operations: ["CREATE"] };

it.each<[string, RunnableRule, string]>([
  ["a rule about an object", alone, "webhook check test simulate audit library"],
  ["a rule that needs the write", { ...alone, needsWrite: true }, "webhook check test simulate library"],
  ["a rule about changes", { operations: ["UPDATE", "DELETE"] }, "webhook check test simulate library"],
  ["a relation rule", { ...alone, isRelation: true }, "check test audit library"],
  ["a relation rule about deletes", { operations: ["DELETE"], isRelation: true }, "check test library"],
])("%s runs in its parts of lease-guard", (_name, rule, runners) => {
  expect(
    runnersOf(rule)
      .map(({ name }) => name)
      .join(" "),
  ).toBe(runners);
  expect(runsIn("audit", rule)).toBe(runners.includes("audit"));
});
