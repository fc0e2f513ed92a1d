import { expect, it } from "vitest";
import { createValidate } from "../../src/engine/validate/validate.ts";
import { rules } from "../../src/rules/index.ts";
import type { Rule } from "../../src/rules/rule.ts";
import { type CaseResult, runCase } from "../../src/suite/run-case.ts";
import { crashingRule, crashMessage } from "../harness/crashing-rule.ts";
import { lease, suiteOf, suiteText } from "./suites.ts";

const duration = "lease/lease-duration-positive";
const field = "spec.leaseDurationSeconds";
const denied = "patch: {spec: {leaseDurationSeconds: 0}}";
const warned = 'patch: {spec: {holderIdentity: "a b"}}';
const candidate =
  "{apiVersion: coordination.k8s.io/v1beta1, kind: LeaseCandidate, metadata: {name: a}, spec: {leaseName: a}}";
const alone = `beside: [], operation: DELETE, oldObject: ${candidate}`;
const audited = `policy: {apiVersion: lease-guard.dev/v1alpha1, kind: Policy, profile: observe}`;

/**
 * Each row has the write, the expected findings, and the modes in which the actual findings differ
 * from the expected ones.
 */
it.each([
  [denied, "allowed", ["deny"]],
  [denied, "{}", ["deny"]],
  [denied, `{denied: [${duration}]}`, []],
  [denied, `{denied: [{rule: ${duration}}]}`, []],
  [denied, `{denied: [{rule: ${duration}, field: ${field}}]}`, []],
  [denied, `{denied: [{rule: ${duration}, field: spec}]}`, ["deny"]],
  [denied, `{denied: [${duration}, lease/strategy-valid]}`, ["deny"]],
  [denied, "{denied: [lease/strategy-valid]}", ["deny"]],
  [denied, `{denied: [${duration}], warned: []}`, []],
  [denied, `{warned: [${duration}]}`, ["deny", "warn"]],
  [denied, `{denied: [${duration}], warned: [${duration}]}`, ["warn"]],
  ["patch: {spec: {leaseDurationSeconds: x}}", `{denied: [{rule: schema/type, field: ${field}}]}`, []],
  [warned, "allowed", []],
  [warned, "{warned: []}", ["warn"]],
  [warned, "{warned: [lease/holder-identity-printable]}", []],
  [warned, "{warned: [lease/holder-identity-printable], audited: []}", []],
  [`${warned}, user: {}`, "{audited: [lease/holder-identity-printable]}", ["audit"]],
  [alone, "allowed", []],
  [alone, "{abstained: [lease-candidate/not-leading-when-deleted]}", []],
  [alone, "{abstained: []}", ["abstain"]],
  [alone, "{abstained: [lease-candidate/strategies-agree]}", ["abstain"]],
  ["beside: [], operation: DELETE", "{abstained: []}", []],
])("of %s, %s is expected", async (write, expectation, unmet) => {
  const text = suiteText(
    ["now: 2026-07-01T08:00:00Z", `oldObject: ${lease}`],
    `{name: a, ${write}, expect: ${expectation}}`,
  );
  expect(await unmetOf(text)).toEqual(unmet);
});

it("is validated by the suite's policy", async () => {
  const text = suiteText(
    ["now: 2026-07-01T08:00:00Z", `oldObject: ${lease}`, audited],
    `{name: a, ${denied}, expect: {warned: [], audited: [${duration}]}}`,
  );
  expect(await unmetOf(text)).toEqual([]);
});

it("has the position of its expectation as the position of a rule that throws", async () => {
  const text = suiteText(["now: 2026-07-01T08:00:00Z"], `{name: a, object: ${lease}, expect: allowed}`);
  const { crashes } = await resultOf(text, [crashingRule]);
  expect(crashes).toEqual([{ line: 5, column: expect.any(Number), message: `a: ${crashMessage}` }]);
});

async function unmetOf(text: string): Promise<readonly string[]> {
  const { unmet, crashes } = await resultOf(text, rules);
  expect(crashes).toEqual([]);
  return unmet;
}

async function resultOf(text: string, by: readonly Rule[]): Promise<CaseResult> {
  const suite = await suiteOf(text);
  if (!suite.ok) throw new Error(JSON.stringify(suite.error));
  const [first] = suite.value.cases;
  if (first === undefined) throw new Error("no case");
  return runCase(first, "a.yaml", createValidate(by, suite.value.policy));
}
