import { describe, expect, it } from "vitest";
import { declarations } from "../../src/export/declarations.ts";
import { guardedModes, holderCondition } from "../../src/export/guarded-modes.ts";
import { defaultPolicy, type Exemption, type Policy, type RuleSettings } from "../../src/policy/policy.ts";
import { resolveRule } from "../../src/policy/resolve.ts";
import { rule as limit } from "../../src/rules/lease/duration-at-most-a-day.ts";
import { rule as bounds } from "../../src/rules/lease/duration-within-bounds.ts";
import type { Rule } from "../../src/rules/rule.ts";

const now = new Date("2026-07-01T08:00:00Z");
const past = new Date("2026-07-01T08:00:00Z");
const future = new Date("2026-07-01T08:00:01Z");
const micros = "1782892801000000";
const hasPassed = `variables.hasClock && variables.now >= ${micros}`;

function modesOf(
  settings: RuleSettings,
  exemptions: readonly Omit<Exemption, "rules" | "reason" | "owner">[] = [],
  rule: Rule = limit,
) {
  const policy: Policy = {
    ...defaultPolicy,
    rules: new Map([[rule.id, settings]]),
    exemptions: exemptions.map((each) => ({ ...each, rules: [rule.id], reason: "", owner: "" })),
  };
  return guardedModes(resolveRule(rule, policy), now, declarations()).map(({ mode, guard }) => `${mode} if ${guard}`);
}

const inA = { namespaces: ["a"] };
const isA = "request.namespace == 'a'";
const inB = { namespaces: ["b"] };
const isB = "request.namespace == 'b'";

describe("the modes of a rule in CEL", () => {
  it.each<readonly [string, RuleSettings, readonly string[]]>([
    ["the general mode", { mode: "deny" }, ["deny if true"]],
    ["the mode of the profile", {}, ["warn if true"]],
    ["off", { mode: "off" }, []],
    ["audit", { mode: "audit" }, ["audit if true"]],
    ["a scope", { mode: "warn", scopes: [{ match: inA, mode: "deny" }] }, [`deny if ${isA}`, `warn if !(${isA})`]],
    ["a scope that is off", { mode: "deny", scopes: [{ match: inA, mode: "off" }] }, [`deny if !(${isA})`]],
    [
      "the first of two scopes",
      {
        mode: "off",
        scopes: [
          { match: inA, mode: "audit" },
          { match: inB, mode: "warn" },
        ],
      },
      [`audit if ${isA}`, `warn if (!(${isA})) && (${isB})`],
    ],
    [
      "a scope for every write",
      {
        mode: "deny",
        scopes: [
          { match: {}, mode: "warn" },
          { match: inA, mode: "deny" },
        ],
      },
      ["warn if true"],
    ],
    ["warnUntil that has passed", { mode: "deny", warnUntil: past }, ["deny if true"]],
    ["warnUntil", { mode: "deny", warnUntil: future }, [`deny if ${hasPassed}`, `warn if !(${hasPassed})`]],
    ["warnUntil of a rule that warns", { mode: "warn", warnUntil: future }, ["warn if true"]],
    [
      "warnUntil of a scope",
      { mode: "warn", scopes: [{ match: inA, mode: "deny", warnUntil: future }] },
      [`deny if (${isA}) && (${hasPassed})`, `warn if (${isA}) && (!(${hasPassed}))`, `warn if !(${isA})`],
    ],
  ])("%s", (_, settings, expected) => {
    expect(modesOf(settings)).toEqual(expected);
  });

  const until = `!variables.hasClock || variables.now < ${micros}`;

  it.each<readonly [string, RuleSettings, Parameters<typeof modesOf>[1], readonly string[]]>([
    [
      "an exemption",
      { mode: "deny" },
      [{ match: inA, expires: future }],
      [`deny if !((${isA}) && (${until}))`, `audit if (${isA}) && (${until})`],
    ],
    [
      "an exemption for every write",
      { mode: "deny" },
      [{ match: {}, expires: future }],
      [`deny if !(${until})`, `audit if ${until}`],
    ],
    ["an exemption that has expired", { mode: "deny" }, [{ match: inA, expires: past }], ["deny if true"]],
    [
      "an exemption of a rule that only audits",
      { mode: "audit" },
      [{ match: inA, expires: future }],
      ["audit if true"],
    ],
    [
      "two exemptions",
      { mode: "warn" },
      [
        { match: inA, expires: future },
        { match: inB, expires: future },
      ],
      [
        `warn if !(((${isA}) && (${until})) || ((${isB}) && (${until})))`,
        `audit if ((${isA}) && (${until})) || ((${isB}) && (${until}))`,
      ],
    ],
  ])("%s", (_, settings, exemptions, expected) => {
    expect(modesOf(settings, exemptions)).toEqual(expected);
  });

  it("a rule of tier policy without parameters is off, also in a scope", () => {
    expect(modesOf({ mode: "deny" }, [], bounds)).toEqual([]);
    const parameters = { maxSeconds: 300 };
    expect(modesOf({ mode: "deny", scopes: [{ match: inA, parameters }] }, [], bounds)).toEqual([`deny if ${isA}`]);
  });

  it("each mode has the parameters of its setting", () => {
    const scopes = [{ match: inA, parameters: { maxSeconds: 60 } }];
    const rules = new Map([[bounds.id, { mode: "deny" as const, parameters: { maxSeconds: 300 }, scopes }]]);
    const modes = guardedModes(resolveRule(bounds, { ...defaultPolicy, rules }), now, declarations());
    expect(modes.map(({ parameters }) => parameters)).toEqual([{ maxSeconds: 60 }, { maxSeconds: 300 }]);
  });
});

describe("the condition of a mode for clients that act as the holder", () => {
  it.each([
    ["Lease", undefined, "true"],
    ["Lease", true, "variables.actsAsHolder"],
    ["Lease", false, "!(variables.actsAsHolder)"],
    ["LeaseCandidate", true, "false"],
    ["LeaseCandidate", false, "true"],
  ] as const)("of a %s, for %s", (kind, asHolder, condition) => {
    expect(holderCondition(kind, { asHolder })).toBe(condition);
  });
});
