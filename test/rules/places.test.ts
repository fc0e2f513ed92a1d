import { expect, it } from "vitest";
import { type PlacedRule, placesOf, runsIn } from "../../src/rules/places.ts";

const alone: PlacedRule = { operations: ["CREATE"] };

it.each<[string, PlacedRule, string]>([
  ["a rule about an object", alone, "webhook check test simulate audit library"],
  ["a rule that needs the write", { ...alone, needsWrite: true }, "webhook check test simulate library"],
  ["a rule about changes", { operations: ["UPDATE", "DELETE"] }, "webhook check test simulate library"],
  ["a relation rule", { ...alone, isRelation: true }, "check test audit library"],
  ["a relation rule about deletes", { operations: ["DELETE"], isRelation: true }, "check test library"],
])("%s runs in its places", (_name, rule, places) => {
  expect(
    placesOf(rule)
      .map(({ name }) => name)
      .join(" "),
  ).toBe(places);
  expect(runsIn("audit", rule)).toBe(places.includes("audit"));
});
