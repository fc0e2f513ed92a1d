import { describe, expect, it } from "vitest";
import { createOf, deleteOf, updateOf } from "../../../src/engine/validate/submission.ts";
import { createValidate } from "../../../src/engine/validate/validate.ts";
import { viewOf } from "../../../src/engine/validate/view.ts";
import { defaultPolicy, type Policy, type RuleSettings } from "../../../src/policy/policy.ts";
import { rules } from "../../../src/rules/index.ts";
import type { Change, RuleId } from "../../../src/rules/rule.ts";
import { candidate } from "../../harness/candidates.ts";
import { type Draft, validObject } from "../../harness/objects.ts";
import { rowOf } from "../../harness/reviews.ts";
import { requireServedVersion } from "../../harness/served-version.ts";
import { someContext } from "../../harness/some-context.ts";

const lease = validObject(rowOf("v1", "Lease"));
const running = candidate("v1beta1", "controller");

function abstained(
  change: Change<object>,
  policy: Policy = defaultPolicy,
  beside?: readonly Draft[],
): readonly RuleId[] {
  const served = requireServedVersion(change.operation === "DELETE" ? change.oldObject : change.object);
  const objects = beside?.map((object) => ({ served: requireServedVersion(object), object }));
  return createValidate(
    rules,
    policy,
  )({ served, change, context: { ...someContext, view: objects && viewOf(objects, someContext.now) } }).abstained;
}

/** Returns the ids of the relation rules for a kind and an operation. */
const relations = (kind: "Lease" | "LeaseCandidate", operation: "CREATE" | "UPDATE" | "DELETE") =>
  rules
    .filter((rule) => rule.isRelation && rule.kinds.includes(kind) && rule.operations.includes(operation))
    .map(({ id }) => id);

describe("without a view, the verdict lists", () => {
  const elsewhere = { ...lease, spec: { ...lease.spec, holderIdentity: "controller-3" } };

  it.each<[string, Change<object>, readonly RuleId[]]>([
    ["the create of a Lease", createOf(lease), relations("Lease", "CREATE")],
    ["the update of a Lease", updateOf(elsewhere, lease), relations("Lease", "UPDATE")],
    ["the create of a candidate", createOf(running), relations("LeaseCandidate", "CREATE")],
    ["the update of a candidate", updateOf(running, running), relations("LeaseCandidate", "UPDATE")],
    ["the delete of a candidate", deleteOf(running), relations("LeaseCandidate", "DELETE")],
  ])("all relation rules for %s", (_, change, expected) => {
    expect(expected.length).toBeGreaterThan(0);
    expect(abstained(change)).toEqual(expected);
  });

  it("no rule for the delete of a Lease", () => expect(abstained(deleteOf(lease))).toEqual([]));

  it("no rule for a plain renewal", () => {
    const renewed = { ...lease, spec: { ...lease.spec, renewTime: "2026-07-01T08:00:20.000000Z" } };
    expect(abstained(updateOf(renewed, lease))).toEqual([]);
  });

  it("no rule for an object that does not decode", () => {
    expect(abstained(createOf({ ...lease, spec: { ...lease.spec, renewTime: 1 } }))).toEqual([]);
  });

  it("the rules for the delete of a candidate that does not decode as a whole", () => {
    const partly = { ...running, spec: { ...running.spec, renewTime: 1 } };
    expect(abstained(deleteOf(partly))).toEqual(relations("LeaseCandidate", "DELETE"));
  });
});

describe.each([
  ["without a view", undefined],
  ["with a view of no object", []],
])("%s, the list depends on the policy", (_, beside) => {
  const id = "lease-candidate/lease-of-same-namespace";
  const create = createOf(running);
  const policyOf = (settings: RuleSettings, profile: Policy["profile"] = "default"): Policy => ({
    ...defaultPolicy,
    profile,
    rules: new Map([[id, settings]]),
  });
  const inNamespace = (namespace: string, mode: "off" | "warn") => [{ match: { namespaces: [namespace] }, mode }];

  it.each<[string, Policy, boolean]>([
    ["profile default", defaultPolicy, true],
    ["profile strict", { ...defaultPolicy, profile: "strict" }, true],
    ["profile observe", { ...defaultPolicy, profile: "observe" }, true],
    ["mode audit", policyOf({ mode: "audit" }), true],
    ["mode off", policyOf({ mode: "off" }), false],
    ["mode off in another namespace", policyOf({ scopes: inNamespace("team-b", "off") }), true],
    ["mode off in this namespace", policyOf({ scopes: inNamespace("team-a", "off") }), false],
    ["mode off, except in this namespace", policyOf({ mode: "off", scopes: inNamespace("team-a", "warn") }), true],
  ])("%s: %s", (__, policy, listed) => {
    expect(abstained(create, policy, beside).includes(id)).toBe(listed);
  });
});

it("a view that contains all objects leaves no rule that abstains", () => {
  expect(abstained(createOf(running), defaultPolicy, [running, lease])).toEqual([]);
  expect(abstained(createOf(lease), defaultPolicy, [running, lease])).toEqual([]);
  expect(abstained(deleteOf(running), defaultPolicy, [lease])).toEqual([]);
});
