import { expect, it } from "vitest";
import { hasOnlySuites } from "../../src/policy-file/policy-parts.ts";
import { head } from "./policy-texts.ts";

const suite = "apiVersion: test.lease-guard.dev/v1alpha1\nkind: Suite\ncases: []\n";

it.each<readonly [string, string, boolean]>([
  ["a suite", suite, true],
  ["two suites", `${suite}---\n${suite}`, true],
  ["a suite and a policy", `${suite}---\n${head}`, false],
  ["a policy", head, false],
  ["a text without documents", "# empty\n", false],
  ["a text that is not YAML", "a: [", false],
])("reports whether a text contains only suites: %s", (_, text, expected) => {
  expect(hasOnlySuites(text)).toBe(expected);
});
