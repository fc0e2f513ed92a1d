import { describe, expect, it } from "vitest";
import { readPolicy } from "../../src/policy-file/read-policy.ts";
import { diagnosticLine, exempt, lines, rule } from "./policy-texts.ts";

const valid = "rules[lease/strategy-valid]";

describe("what is noted", () => {
  const now = new Date("2026-11-22T00:00:00Z");
  const noted: Readonly<Record<string, readonly [text: string, ...notes: readonly string[]]>> = {
    "a rule of tier api that warns": [
      rule("mode: warn", "scopes:", "- match: { names: [a] }", "  mode: off", "- match: { names: [b] }", "  mode: deny"),
      `5:11 ${valid}.mode: weakens a rule of tier api, but kube-apiserver itself denies such writes`,
      `8:13 ${valid}.scopes[0].mode: weakens a rule of tier api, but kube-apiserver itself denies such writes`,
    ],
    "an allowance that client-go may not keep": [
      "apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\nclockSkewAllowance: 999ms\n",
      "3:21 clockSkewAllowance: is below 1s, but client-go can take over a lease up to 1s early",
    ],
    "an allowance that it keeps": ["apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\nclockSkewAllowance: 1s\n"],
    "an allowance that leaves the term of client-go": [
      "apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\nclockSkewAllowance: 15s\n",
      "3:21 clockSkewAllowance: is too long to guard lease terms of up to 15s, but most programs use 15s",
    ],
    "an allowance that guards it": ["apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\nclockSkewAllowance: 14999ms\n"],
    "a ramp that has ended": [
      rule("mode: deny", "warnUntil: 2026-11-22"),
      `6:16 ${valid}.warnUntil: has passed: the rule has denied since 2026-11-22T00:00:00.000Z`,
    ],
    "a ramp that ends tomorrow": [rule("mode: deny", "warnUntil: 2026-11-23")],
    "an exemption that has expired, and one that has not": [
      exempt(
        ...["2026-11-22", "2026-11-23"].flatMap((expires) => [
          "- rules: [lease/renew-time-near-now]",
          "  match: { names: [a] }",
          "  reason: why",
          "  owner: team-a",
          `  expires: ${expires}`,
        ]),
      ),
      "8:14 exemptions[0].expires: has passed: the exemption expired; contact team-a",
    ],
    "an exemption from rules that find nothing of their own": [
      lines(
        "rules:",
        "  lease/duration-within-bounds: { scopes: [{ match: { names: [a] }, parameters: { minSeconds: 5 } }] }",
        "exemptions:",
        "- rules: [lease/strategy-valid, lease/duration-within-bounds, lease/holder-pattern]",
        "  match: { names: [a] }",
        "  reason: why",
        "  owner: team-a",
        "  expires: 2026-11-23",
      ),
      "6:11 exemptions[0].rules[0]: has no effect on a rule of tier api, because kube-apiserver itself denies such writes",
      "6:63 exemptions[0].rules[2]: has no effect, because without parameters the rule is off",
    ],
    "scopes behind one for all writes": [
      rule("scopes:", '- match: { namespaces: ["*"], users: [a, "**"] }', "- match: { names: [a] }", '- match: { names: ["*"] }'),
      `7:7 ${valid}.scopes[1]: never applies, because scopes[0] matches every write`,
      `8:7 ${valid}.scopes[2]: never applies, because scopes[0] matches every write`,
    ],
    "scopes behind those for many writes": [
      rule(
        "scopes:",
        '- match: { groups: ["*"] }',
        '- match: { labels: { a: "*" } }',
        '- match: { names: ["*"], users: ["a*"] }',
        "- match: { names: [a] }",
      ),
    ],
  };

  it.each(Object.entries(noted))("%s", (_, [text, ...notes]) => {
    const policy = readPolicy(text);
    expect(policy.ok ? policy.value.warnings(now).map(diagnosticLine) : policy.error).toEqual(notes);
  });
});
