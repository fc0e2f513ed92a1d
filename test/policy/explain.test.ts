import { describe, expect, it } from "vitest";
import { settingsFor } from "../../src/policy/explain.ts";
import { readPolicy } from "../../src/policy/file/read-policy.ts";
import type { KnownWrite } from "../../src/policy/match.ts";
import { defaultPolicy } from "../../src/policy/policy.ts";
import { rules } from "../../src/rules/index.ts";
import { asFile, lines } from "./file/policy-texts.ts";

const read = readPolicy(
  asFile(
    lines(
      "profile: strict",
      "rules:",
      "  lease/duration-within-bounds:",
      "    scopes:",
      "    - match: { namespaces: [team-*], users: [alice] }",
      "      parameters: { minSeconds: 5 }",
      "    - match: { names: [a], groups: [ops] }",
      "      mode: audit",
      "      parameters: { minSeconds: 6 }",
      '    - match: { labels: { app: "*" } }',
      "      mode: deny",
      "      warnUntil: 2027-01-15",
      "      parameters: { minSeconds: 7 }",
      "  lease/strategy-valid:",
      "    mode: deny",
      "    scopes:",
      '    - match: { namespaces: ["*"] }',
      "      mode: off",
      "exemptions:",
      ...["2026-11-22", "2026-11-23"].flatMap((expires) => [
        "- rules: [lease/duration-within-bounds, lease/strategy-valid]",
        "  match: { users: [bob] }",
        "  reason: why",
        "  owner: team-a",
        `  expires: ${expires}`,
      ]),
    ),
  ),
);
if (!read.ok) throw new Error(JSON.stringify(read.error));
const { policy } = read.value;

/** Returns the settings of a rule in order of precedence, as strings such as `deny scope 0`. */
function settings(rule: string, known: KnownWrite, day = "2026-11-22"): readonly string[] {
  return settingsFor(policy, known, new Date(day))
    .filter((setting) => setting.rule === rule)
    .map(({ mode, setBy, field = [], warnUntil }) =>
      [mode, setBy, field.findLast((step) => typeof step === "number"), warnUntil?.toISOString().slice(0, 10)]
        .join(" ")
        .trim(),
    );
}

const exemption = "audit exemption 1";
const first = "deny profile";
const audited = "audit scope 1";
const labelled = "warn scope 2 2027-01-15";
const rest = "off parameters";

describe("the settings of a rule with scopes", () => {
  it.each<readonly [string, KnownWrite, readonly string[]]>([
    ["to any write", {}, [exemption, first, audited, labelled, rest]],
    [
      "to those in a namespace of the first scope",
      { namespace: "team-a" },
      [exemption, first, audited, labelled, rest],
    ],
    ["to those of the first scope", { namespace: "team-a", user: "alice" }, [first]],
    ["to those in another namespace", { namespace: "b", user: "alice" }, [audited, labelled, rest]],
    ["to those of a user without groups", { user: "bob", groups: [] }, [exemption, labelled, rest]],
    ["to those of the second scope", { name: "a", user: "carol", groups: ["dev", "ops"] }, [audited]],
  ])("%s", (_, known, expected) => {
    expect(settings("lease/duration-within-bounds", known)).toEqual(expected);
  });

  it("on the day of warnUntil", () => {
    expect(settings("lease/duration-within-bounds", { user: "carol" }, "2027-01-15")).toEqual([
      audited,
      "deny scope 2",
      rest,
    ]);
  });
});

it("omits the exemptions of a rule that is off, and the settings after a scope for all writes", () => {
  expect(settings("lease/strategy-valid", { namespace: "a" })).toEqual(["off scope 0"]);
});

it("explains every rule, in the order of the ids", () => {
  const all = settingsFor(defaultPolicy, {}, new Date(0));
  expect(all.map(({ rule }) => rule)).toEqual(rules.map(({ id }) => id));
  expect([...new Set(all.map(({ tier, mode, setBy }) => `${tier} ${mode} ${setBy}`))].sort()).toEqual([
    "api deny profile",
    "policy off parameters",
    "protocol audit profile",
    "protocol warn profile",
  ]);
});
