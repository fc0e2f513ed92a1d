import { expect, it } from "vitest";
import { findingModes, modeOfSeverity, severityOfMode } from "../../src/policy/policy.ts";

it.each(findingModes)("the severity of %s belongs to no other mode", (mode) => {
  expect(modeOfSeverity(severityOfMode[mode])).toBe(mode);
});
