import { describe, expect, it } from "vitest";
import { policyExpirations } from "../../src/policy/expirations.ts";
import { forceDeny } from "../../src/policy/force-deny.ts";
import { defaultPolicy, type Policy, type RuleSettings } from "../../src/policy/policy.ts";

const [early, late] = [new Date("2030-01-01T00:00:00Z"), new Date("2031-01-01T00:00:00Z")];
const rule = "lease/holder-kept-until-expiry";
const ramp = (settings: RuleSettings): Policy => ({ ...defaultPolicy, rules: new Map([[rule, settings]]) });
const relationRamp: Policy = {
  ...defaultPolicy,
  rules: new Map([["lease-candidate/strategies-agree", { mode: "deny", warnUntil: early }]]),
};
const exemption = (expires: Date) => ({ rules: [rule] as const, match: {}, reason: "why", owner: "team-a", expires });

describe("the dates of a policy", () => {
  it.each<readonly [string, Policy, readonly Date[], readonly Date[]]>([
    ["the default policy has none", defaultPolicy, [], []],
    ["exemptions, in order", { ...defaultPolicy, exemptions: [exemption(late), exemption(early)] }, [early, late], []],
    ["a rule that will deny", ramp({ mode: "deny", warnUntil: early }), [], [early]],
    ["a rule that denies by its profile", { ...ramp({ warnUntil: early }), profile: "strict" }, [], [early]],
    ["a relation rule, which the webhook does not run", relationRamp, [], []],
    ["an exemption from a rule that is off", { ...ramp({ mode: "off" }), exemptions: [exemption(early)] }, [], []],
    [
      "an exemption from a rule that is off, except in a scope",
      { ...ramp({ mode: "off", scopes: [{ match: { names: ["a"] }, mode: "warn" }] }), exemptions: [exemption(early)] },
      [early],
      [],
    ],
    ["a rule that only warns", ramp({ mode: "warn", warnUntil: early }), [], []],
    [
      "scopes",
      ramp({
        mode: "deny",
        warnUntil: late,
        scopes: [
          { match: { names: ["a"] }, mode: "deny", warnUntil: early },
          { match: { names: ["b"] }, mode: "warn" },
        ],
      }),
      [],
      [early, late],
    ],
  ])("%s", (_name, policy, exemptions, ramps) => {
    const times = (dates: readonly Date[]) => dates.map((date) => date.getTime());
    expect(policyExpirations(policy)).toEqual({ exemption: times(exemptions), warnUntil: times(ramps) });
  });

  it("do not contain those of rules that the server always denies", () => {
    const forced = forceDeny({ ...ramp({ mode: "deny", warnUntil: early }), exemptions: [exemption(early)] }, [rule]);
    expect(forced.ok && policyExpirations(forced.value)).toEqual({ exemption: [], warnUntil: [] });
  });
});
