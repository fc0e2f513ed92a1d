import { expect, it } from "vitest";
import { countSeverities, isHealthy, reaches, type Severity, worstFirst } from "../../../src/core/field/severity.ts";

it("a severity reaches itself and every lesser one", () => {
  const lowest = ["error", "warning", "info"] as const;
  expect(lowest.map((each) => reaches("warning", each))).toEqual([false, true, true]);
});

it("findings are counted by their severity", () => {
  const findings = (["info", "error", "error"] as const).map((severity) => ({ severity }));
  expect(countSeverities(findings)).toEqual({ errors: 2, warnings: 0, infos: 1 });
});

it("findings are sorted with the worst first, and otherwise in their order", () => {
  const findings = (["info", "error", "warning", "error"] as const).map((severity, id) => ({ id, severity }));
  expect(worstFirst(findings).map(({ id }) => id)).toEqual([1, 3, 2, 0]);
});

it.each<readonly [readonly Severity[], boolean]>([
  [[], true],
  [["info"], true],
  [["info", "warning"], false],
  [["error"], false],
])("findings of the severities %j are healthy: %s", (found, healthy) => {
  expect(isHealthy(found.map((severity) => ({ severity })))).toBe(healthy);
});
