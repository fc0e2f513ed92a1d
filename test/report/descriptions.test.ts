import { expect, it } from "vitest";
import { pageAddress } from "../../src/report/descriptions.ts";
import { hostile } from "../audit/reports/audit-results.ts";

it.each([
  ["lease/holder-kept-until-expiry", "https://lease-guard.dev/rules/lease/holder-kept-until-expiry"],
  ["metadata/labels-required", "https://lease-guard.dev/rules/metadata/labels-required"],
  ["schema/type", "https://lease-guard.dev/rules/schema#schematype"],
  ["ignore/known-rule", "https://lease-guard.dev/rules/schema#ignoreknown-rule"],
  ["audit/holder-gone", "https://lease-guard.dev/checks/holder-gone"],
  ["audit/../../evil", undefined],
  ["javascript:alert(1)", undefined],
  ["audit", undefined],
  ["", undefined],
  [hostile, undefined],
])("%j", (origin, address) => {
  expect(pageAddress(origin)).toBe(address);
});
