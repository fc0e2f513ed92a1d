import { expect, it } from "vitest";
import { parseEarlierPolicy } from "../../src/learn/parse-earlier-policy.ts";

const policy = "apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\n";

it.each([
  "a: [",
  "- a",
  "",
  "a: 1",
  "kind: ConfigMap\ndata: { policy.yaml: 'kind: Policy' }",
  `${policy}---\nkind: Suite\n`,
])("fails for a text that is not one policy: %j", (text) => {
  expect(parseEarlierPolicy(text).ok).toBe(false);
});

it.each([
  "rules: { lease/holder-kept-until-expiry: &a { mode: warn }, lease/duration-kept: *a }",
  "rules: { lease/holder-kept-until-expiry: { scopes: &a [] }, lease/duration-kept: { scopes: *a } }",
  "exemptions: [&a { reason: one }, *a]",
  "rules: { lease/holder-kept-until-expiry: &a { mode: warn }, lease/duration-kept: { <<: *a } }",
])("fails for a policy with an alias, whose value a merge would lose: %s", (text) => {
  const document = parseEarlierPolicy(`${policy}${text}\n`);
  expect(document).toEqual({ ok: false, error: "must not have YAML aliases; replace *a with the value of &a" });
});

it("reads a policy with an anchor that no alias uses", () => {
  expect(parseEarlierPolicy(`${policy}rules: &a {}\n`).ok).toBe(true);
});

it.each([
  ["012", 10],
  ["0b11", 3],
  ["1_000", 1000],
  ["off", false],
  ["2026-07-15", "2026-07-15"],
  ["12:30", "12:30"],
  ["12:30.5", "12:30.5"],
])("reads %s as the reader of policies does", (written, value) => {
  const document = parseEarlierPolicy(`${policy}value: ${written}\n`);
  expect(document.ok && document.value.get("value")).toBe(value);
});
