import { expect, it } from "vitest";
import { findingModes } from "../../src/policy/policy.ts";
import { modeOfSeverity, severityOfMode } from "../../src/policy/severity-of-mode.ts";

it.each(findingModes)("the severity of %s belongs to no other mode", (mode) => {
  expect(modeOfSeverity(severityOfMode[mode])).toBe(mode);
});
