import { describe, expect, it } from "vitest";
import {
  defaultPolicy,
  type Mode,
  type Profile,
  policyOf,
  type RuleSettings,
  type Scope,
} from "../../src/policy/policy.ts";
import { modeOf, possibleSettings, resolveRule } from "../../src/policy/resolve.ts";
import { rules } from "../../src/rules/index.ts";
import type { Rule, Tier } from "../../src/rules/rule.ts";
import { reportingRule } from "../harness/reporting-rule.ts";

const rule = reportingRule();
const byProtocol = reportingRule({ tier: "protocol" });
const byPolicy = reportingRule({ tier: "policy" });
const date = new Date("2027-01-15T00:00:00Z");
const later = new Date("2027-02-15T00:00:00Z");
const parameters = { maxFactor: 4 };

function setting(of: Rule, settings: RuleSettings = {}, scope?: Omit<Scope, "match">, profile: Profile = "default") {
  const scopes = scope && [{ match: {}, ...scope }];
  const policy = { ...defaultPolicy, profile, rules: new Map([[of.id, { ...settings, ...(scopes && { scopes }) }]]) };
  const resolved = resolveRule(of, policy);
  const { mode, warnUntil, parameters } = resolved.scopes[0] ?? resolved.general;
  return { mode, warnUntil, parameters };
}

describe("a profile sets the mode of each rule without its own mode", () => {
  it.each<readonly [Profile, string, Rule, Mode]>([
    ["default", "api", rule, "deny"],
    ["default", "protocol", byProtocol, "warn"],
    ["default", "protocol, at most warn", reportingRule({ tier: "protocol", atMost: "warn" }), "warn"],
    ["default", "protocol, at most audit", reportingRule({ tier: "protocol", atMost: "audit" }), "audit"],
    ["default", "policy", byPolicy, "warn"],
    ["strict", "api", rule, "deny"],
    ["strict", "protocol", byProtocol, "deny"],
    ["strict", "protocol, at most warn", reportingRule({ tier: "protocol", atMost: "warn" }), "warn"],
    ["strict", "protocol, at most audit", reportingRule({ tier: "protocol", atMost: "audit" }), "audit"],
    ["strict", "policy", byPolicy, "deny"],
    ["observe", "api", rule, "audit"],
    ["observe", "protocol", byProtocol, "audit"],
    ["observe", "protocol, at most warn", reportingRule({ tier: "protocol", atMost: "warn" }), "audit"],
    ["observe", "protocol, at most audit", reportingRule({ tier: "protocol", atMost: "audit" }), "audit"],
    ["observe", "policy", byPolicy, "audit"],
  ])("%s, tier %s", (profile, _, of, mode) => {
    expect(setting(of, { parameters }, undefined, profile)).toEqual({ mode, parameters });
    expect(setting(of, { parameters, mode: "off" }, undefined, profile).mode).toBe("off");
    expect(setting(of, { parameters, mode: "deny" }, undefined, profile).mode).toBe("deny");
  });

  it.each(["default", "strict", "observe"] as const)(
    "%s: a rule of tier policy is off until it has parameters",
    (profile) => {
      expect(setting(byPolicy, {}, undefined, profile)).toEqual({ mode: "off" });
      expect(setting(byPolicy, { mode: "deny", warnUntil: date }, undefined, profile)).toEqual({ mode: "off" });
      expect(setting(byPolicy, {}, { mode: "deny" }, profile)).toEqual({ mode: "off" });
      expect(setting(byPolicy, {}, { mode: "deny", parameters }, profile)).toEqual({ mode: "deny", parameters });
      expect(setting(byPolicy, { parameters: {} }, undefined, profile).mode).not.toBe("off");
    },
  );
});

describe("a scope inherits absent fields from the general setting", () => {
  const general: RuleSettings = { mode: "deny", warnUntil: date, parameters };
  it.each<readonly [string, Omit<Scope, "match">, Partial<ReturnType<typeof setting>>]>([
    ["all", {}, { mode: "deny", warnUntil: date, parameters }],
    ["all but the mode, which waits for no date of others", { mode: "deny" }, { mode: "deny", parameters }],
    ["all but off", { mode: "off" }, { mode: "off", parameters }],
    ["all but the date", { warnUntil: later }, { mode: "deny", warnUntil: later, parameters }],
    ["the parameters", { mode: "deny", warnUntil: later }, { mode: "deny", warnUntil: later, parameters }],
    [
      "mode and date: its own parameters replace all",
      { parameters: { minSeconds: 5 } },
      { mode: "deny", warnUntil: date, parameters: { minSeconds: 5 } },
    ],
  ])("%s", (_, scope, effective) => expect(setting(rule, general, scope)).toEqual(effective));

  it("and if the general setting has none, from the profile", () => {
    expect(setting(byProtocol, {}, {})).toEqual({ mode: "warn" });
    expect(setting(byProtocol, {}, { warnUntil: date }, "strict")).toEqual({ mode: "deny", warnUntil: date });
  });
});

describe("modeOf", () => {
  it("is the mode of policyOf, or else of the default profile", () => {
    expect(modeOf(rule)).toBe("deny");
    expect(modeOf(byProtocol)).toBe("warn");
    expect(modeOf(byPolicy)).toBe("off");
    expect(modeOf(byProtocol, policyOf(new Map([["lease/a", "audit"]])))).toBe("audit");
    expect(modeOf(byProtocol, policyOf(new Map([["lease/b", "audit"]])))).toBe("warn");
  });

  it("ignores scopes", () => {
    const settings: RuleSettings = { mode: "warn", scopes: [{ match: {}, mode: "off" }] };
    expect(modeOf(rule, { ...defaultPolicy, rules: new Map([["lease/a", settings]]) })).toBe("warn");
  });

  it("denies by default only rules of tier api", () => {
    const byTier: Readonly<Record<Tier, Mode>> = { api: "deny", protocol: "warn", policy: "off" };
    const expected = ({ tier, atMost }: Rule): Mode => atMost ?? byTier[tier];
    expect(rules.filter((each) => modeOf(each) !== expected(each))).toEqual([]);
    expect(rules.filter(({ tier }) => tier === "api")).toHaveLength(39);
  });
});

describe("the rules", () => {
  it("have parameters only in tier policy, and a highest mode only in tier protocol", () => {
    for (const { id, tier, parameters, atMost } of rules) {
      expect(parameters !== undefined, id).toBe(tier === "policy");
      if (tier !== "protocol") expect(atMost, id).toBeUndefined();
    }
  });
});

it("20,000 scopes that can match a write are all possible, and then the general setting", () => {
  const scopes = Array.from(
    { length: 20_000 },
    (_, index): Scope => ({ match: { names: [`${index}`] }, mode: "warn" }),
  );
  const resolved = resolveRule(rule, policyOf(new Map([[rule.id, "deny"]])));
  const many = resolveRule(rule, { ...defaultPolicy, rules: new Map([[rule.id, { mode: "deny", scopes }]]) });
  expect(possibleSettings(many, {})).toEqual([...many.scopes, resolved.general]);
});
