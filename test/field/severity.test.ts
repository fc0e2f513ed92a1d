import { expect, it } from "vitest";
import { countSeverities, reaches } from "../../src/field/severity.ts";

it("a severity reaches itself and every lesser one", () => {
  const lowest = ["error", "warning", "info"] as const;
  expect(lowest.map((each) => reaches("warning", each))).toEqual([false, true, true]);
});

it("findings are counted by their severity", () => {
  const findings = (["info", "error", "error"] as const).map((severity) => ({ severity }));
  expect(countSeverities(findings)).toEqual({ errors: 2, warnings: 0, infos: 1 });
});
