import { expect, it } from "vitest";
import { originPage } from "../../src/playground/diagnostic.ts";

it.each([
  ["lease/holder-kept-until-expiry", "../rules/lease/holder-kept-until-expiry"],
  ["schema/unknown-field", "../rules/schema#schemaunknown-field"],
])("the page about %s is %s", (origin, address) => {
  expect(originPage(origin)).toBe(address);
});
