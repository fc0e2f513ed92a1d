import { describe, expect, it } from "vitest";
import { excessOrigin } from "../../../src/engine/validate/excess.ts";
import { possibleFindings } from "../../../src/engine/validate/possible-findings.ts";
import { defaultPolicy, type Policy, type RuleSettings } from "../../../src/policy/policy.ts";
import { rules } from "../../../src/rules/index.ts";
import { decodeOrigins } from "../../../src/schema/to-field-error.ts";

const rule = "lease/holder-kept-until-expiry";
const date = new Date("2030-01-01T00:00:00Z");
const withRule = (settings: RuleSettings): Policy => ({ ...defaultPolicy, rules: new Map([[rule, settings]]) });
const exemption = { rules: [rule] as const, match: {}, reason: "why", owner: "team-a", expires: date };

function modesOf(policy: Policy, of: string = rule): readonly string[] {
  return possibleFindings(policy).flatMap(({ origin, mode }) => (origin === of ? [mode] : []));
}

describe("the modes that findings of a rule can have", () => {
  it.each<readonly [string, Policy, readonly string[]]>([
    ["by its tier", defaultPolicy, ["warn"]],
    ["off", withRule({ mode: "off" }), []],
    ["off, with an exemption", { ...withRule({ mode: "off" }), exemptions: [exemption] }, []],
    ["before and after warnUntil", withRule({ mode: "deny", warnUntil: date }), ["deny", "warn"]],
    ["with an exemption", { ...withRule({ mode: "deny" }), exemptions: [exemption] }, ["deny", "audit"]],
    ["in a scope", withRule({ mode: "off", scopes: [{ match: { names: ["a"] }, mode: "audit" }] }), ["audit"]],
  ])("%s", (_name, policy, modes) => expect(modesOf(policy)).toEqual(modes));

  it.each<readonly [string, Policy, readonly string[]]>([
    ["default", defaultPolicy, ["warn"]],
    ["strict", { ...defaultPolicy, profile: "strict" }, ["deny", "warn"]],
    ["observe", { ...defaultPolicy, profile: "observe" }, ["audit"]],
    ["an exemption", { ...defaultPolicy, profile: "strict", exemptions: [exemption] }, ["deny", "warn", "audit"]],
    ["the setting of the policy", { ...defaultPolicy, unvalidated: "deny" }, ["deny", "warn"]],
  ])("of a write that exceeds a limit, for %s", (_name, policy, modes) =>
    expect(modesOf(policy, excessOrigin)).toEqual(modes),
  );

  it("relation rules, and rules of tier policy without parameters, have none, and every other rule has one", () => {
    const origins = possibleFindings(defaultPolicy).map(({ origin }) => origin);
    const acting = rules.filter(({ tier, isRelation }) => tier !== "policy" && !isRelation);
    expect(origins).toEqual([...decodeOrigins, excessOrigin, ...acting.map(({ id }) => id)]);
  });
});
