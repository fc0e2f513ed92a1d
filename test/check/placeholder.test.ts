import { expect, test } from "vitest";
import { checkInput } from "../../src/check/check-input.ts";
import { workloadSettings } from "../../src/check/settings.ts";
import { emptyTally } from "../../src/check/tally.ts";
import { createValidate } from "../../src/engine/validate/validate.ts";
import { rules } from "../../src/rules/index.ts";

/** Returns a variable of envsubst with a name. */
const variableOf = (name: string): string => `$\{${name}}`;
const variable = variableOf("A");

const settings = {
  validate: createValidate(rules),
  compare: createValidate(rules),
  context: { now: new Date("2026-07-01T08:00:00Z"), user: { username: "", groups: [] }, dryRun: false },
  namespace: "default",
  oldObjects: new Map(),
  fieldValidation: "strict",
  strict: false,
  workloads: workloadSettings({}),
} as const;

test.each<readonly [string, object, readonly string[]]>([
  ["a number", { spec: { leaseDurationSeconds: variable } }, []],
  ["a number with a default", { spec: { leaseTransitions: variableOf("A:=15") } }, []],
  ["a variable without braces", { spec: { leaseTransitions: "$A" } }, []],
  ["a template of Helm", { spec: { leaseTransitions: "{{ .Values.count }}" } }, []],
  ["a time", { spec: { renewTime: `2026-07-01T${variable}Z` } }, []],
  ["a whole spec", { spec: variable }, []],
  ["an API version", { apiVersion: `coordination.k8s.io/${variable}` }, []],
  ["beside another error", { spec: { leaseTransitions: variable, leaseDurationSeconds: "a" } }, ["schema/type"]],
  ["beside an unknown field", { spec: { leaseTransitions: variable, leaseDuration: 1 } }, ["schema/unknown-field"]],
])("a placeholder makes an object a template: %s", async (_, draft, expected) => {
  const tally = await checked(draft);
  expect(tally.findings.map(({ origin }) => origin)).toEqual(expected);
  expect([tally.checked, tally.skipped, tally.notices.length]).toEqual(expected.length === 0 ? [0, 1, 1] : [1, 0, 1]);
});

test.each<readonly [string, object, string]>([
  [
    "in a string, which decodes",
    { spec: { holderIdentity: variable, leaseDurationSeconds: 0 } },
    "lease/lease-duration-positive",
  ],
  ["that is an amount of money", { spec: { leaseTransitions: "$15" } }, "schema/type"],
  ["without its end", { spec: { leaseTransitions: variable.slice(0, -1) } }, "schema/type"],
])("an object is no template with a placeholder %s", async (_, draft, expected) => {
  const tally = await checked(draft);
  expect(tally.findings.filter(({ mode }) => mode === "deny").map(({ origin }) => origin)).toEqual([expected]);
  expect([tally.checked, tally.skipped, tally.notices]).toEqual([1, 0, []]);
});

async function checked(draft: object) {
  const object = { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { name: "a" }, ...draft };
  const tally = emptyTally();
  await checkInput({ file: "a.json", text: JSON.stringify(object) }, settings, tally);
  return tally;
}
