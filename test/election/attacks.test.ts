import { describe, expect, it } from "vitest";
import { createValidate } from "../../src/engine/validate/validate.ts";
import { defaultPolicy } from "../../src/policy/policy.ts";
import { rules } from "../../src/rules/index.ts";
import { findingsOf } from "./history.ts";
import { ruleAttacks } from "./subjects.ts";

/**
 * A rule for stored objects that do not decode. No legitimate earlier write of a history can store
 * such an object. test/faults/undecodable.test.ts contains the attack.
 */
const undecoded = "lease/term-kept-while-undecoded";

/**
 * The rules of tier `protocol`, except the relation rules. relation-attacks.test.ts tests the
 * relation rules.
 */
const protocolRules = rules.filter(
  ({ id, tier, isRelation }) => tier === "protocol" && !isRelation && id !== undecoded,
);
const strict = createValidate(rules, { ...defaultPolicy, profile: "strict" });

describe("attacks and accidents", () => {
  it.each(Object.entries(ruleAttacks))("%s", (_, attack) => {
    const findings = findingsOf(strict, attack).map((found) => found.map(({ origin, mode }) => `${mode} ${origin}`));
    const rule = protocolRules.find(({ id }) => id === attack.rule);
    expect(findings.slice(0, -1).flat()).toEqual([]);
    expect(findings.at(-1)).toContain(`${rule?.atMost ?? "deny"} ${attack.rule}`);
  });

  it("try every rule of the protocol", () => {
    const tried = new Set(Object.values(ruleAttacks).map(({ rule }) => rule));
    expect([...tried].toSorted()).toEqual(protocolRules.map(({ id }) => id).toSorted());
  });
});
