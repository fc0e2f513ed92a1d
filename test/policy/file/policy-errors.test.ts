import { describe, expect, it } from "vitest";
import { readPolicy } from "../../../src/policy/file/read-policy.ts";
import { asFile, diagnosticLine, exempt, head, lines, rule } from "./policy-texts.ts";

function errors(text: string): readonly string[] {
  const policy = readPolicy(asFile(text));
  return policy.ok ? [] : policy.error.map(diagnosticLine);
}

const bounds = (...setting: readonly string[]): string =>
  lines("rules:", "  lease/duration-within-bounds:", ...setting.map((line) => `    ${line}`));
const modes = 'supported values: "deny", "warn", "audit", "off"';
const day = "must be a day, such as 2027-01-15, or an RFC 3339 time, such as 2027-01-15T08:00:00Z";
const bounded = "rules[lease/duration-within-bounds]";
const valid = "rules[lease/strategy-valid]";

/** Policies with errors. Each one has the position, field, and message of all its errors. */
const refused: Readonly<Record<string, readonly [text: string, ...said: readonly string[]]>> = {
  nothing: ["", "1:1 : must not be empty"],
  "a value that is not a map": ["- a", "1:1 : Invalid value: […]: must be an object"],
  "no YAML": ["a: [", "1:4 : must be YAML: this [ must be closed with ]"],
  "a pattern without quotes": [
    rule("scopes:", "- match: { namespaces: [*foo] }"),
    "6:29 : must have an anchor &foo before this alias, or quotes around it",
  ],
  "two documents": [`${head}---\n${head}`, "4:1 : must not be a second policy in one file"],
  "text after a separator": [`${head}--- a\n`, "3:1 : must have only a comment after the separator ---"],
  "neither version nor kind": [
    "profile: strict",
    "1:1 apiVersion: Required value: must be lease-guard.dev/v1alpha1",
    "1:1 kind: Required value: must be Policy",
  ],
  "another version and kind": [
    "apiVersion: v1\nkind: Lease",
    '1:13 apiVersion: Unsupported value: "v1": supported values: "lease-guard.dev/v1alpha1"',
    '2:7 kind: Unsupported value: "Lease": supported values: "Policy"',
  ],
  "an unknown field": [lines("profil: strict"), "3:1 profil: Forbidden: unknown field, did you mean profile?"],
  "a rule that is not below rules": [
    lines("lease/strategy-valid: { mode: deny }"),
    "3:1 lease/strategy-valid: Forbidden: unknown field, belongs in rules",
  ],
  "a field that is below rules": [
    lines("rules:", "  profile: strict"),
    "4:3 rules[profile]: Forbidden: unknown field, belongs at the top level",
  ],
  "a mistyped rule": [
    lines("rules:", "  lease/strategy-vald: { mode: deny }"),
    "4:3 rules[lease/strategy-vald]: Forbidden: must be a rule: did you mean lease/strategy-valid?",
  ],
  "a rule without its group": [
    lines("rules:", "  name-valid: { mode: deny }"),
    "4:3 rules[name-valid]: Forbidden: must be a rule: did you mean metadata/name-valid?",
  ],
  "a mistyped rule with errors in its setting": [
    lines("rules:", "  lease/strategy-vald: { mode: dney, parameters: 1 }"),
    "4:3 rules[lease/strategy-vald]: Forbidden: must be a rule: did you mean lease/strategy-valid?",
  ],
  "an unknown rule": [
    lines("rules:", "  zzz: null"),
    "4:3 rules[zzz]: Forbidden: must be a rule: lease-guard rules lists them",
  ],
  "a key that all objects inherit": [
    lines("rules:", "  __proto__: {}", "  constructor: {}"),
    "4:3 rules[__proto__]: Forbidden: must be a rule: lease-guard rules lists them",
    "5:3 rules[constructor]: Forbidden: must be a rule: lease-guard rules lists them",
  ],
  "a mode that there is not": [rule("mode: dney"), `5:11 ${valid}.mode: Unsupported value: "dney": ${modes}`],
  "no mode": [rule("mode:"), `5:5 ${valid}.mode: Unsupported value: null: ${modes}`],
  "a mode that is on": [rule("mode: on"), `5:11 ${valid}.mode: Unsupported value: true: ${modes}`],
  "a value of unvalidated that there is not": [
    lines("unvalidated: none"),
    '3:14 unvalidated: Unsupported value: "none": supported values: "deny", "warn", "audit"',
  ],
  "a profile that there is not": [
    lines("profile: stric"),
    '3:10 profile: Unsupported value: "stric": supported values: "default", "strict", "observe"',
  ],
  "an unknown field of a setting": [
    rule("scope: []"),
    `5:5 ${valid}.scope: Forbidden: unknown field, did you mean scopes?`,
  ],
  "no duration": [
    lines("clockSkewAllowance: 5"),
    "3:21 clockSkewAllowance: Invalid value: 5: must be a string: put it in quotes",
  ],
  "a duration without a unit": [
    lines('clockSkewAllowance: "5"'),
    '3:21 clockSkewAllowance: Invalid value: "5": must be a duration, such as 5s or 1m30s',
  ],
  "more than a day of skew": [
    lines("clockSkewAllowance: 24h1s"),
    '3:21 clockSkewAllowance: Invalid value: "24h1s": must be at most 24h',
  ],
  "administrators that are everybody": [
    lines("administrators:", '  users: [jane, "*"]', '  groups: ["system:auth*", "system:n*s", a]'),
    '4:17 administrators.users[1]: Invalid value: "*": must not match system:anonymous',
    '5:12 administrators.groups[0]: Invalid value: "system:auth*": must not match system:authenticated',
    '5:28 administrators.groups[1]: Invalid value: "system:n*s": must not match system:nodes',
  ],
  "administrators without a name": [
    lines("administrators: { users: [''], user: [a], groups: a }"),
    '3:27 administrators.users[0]: Invalid value: "": must not be empty',
    "3:32 administrators.user: Forbidden: unknown field, did you mean users?",
    '3:51 administrators.groups: Invalid value: "a": must be a list',
  ],
  "warnUntil that is not a date": [
    rule("mode: deny", "warnUntil: soon"),
    `6:16 ${valid}.warnUntil: Invalid value: "soon": ${day}`,
  ],
  "warnUntil on the 30th of February": [
    rule("mode: deny", "warnUntil: 2027-02-30"),
    `6:16 ${valid}.warnUntil: Invalid value: "2027-02-30": ${day}`,
  ],
  "warnUntil of a rule that warns": [
    rule("mode: warn", "warnUntil: 2027-01-15"),
    `6:5 ${valid}.warnUntil: Forbidden: requires mode: deny next to it`,
  ],
  "warnNewHolder of a rule that warns": [
    rule("mode: warn", "warnNewHolder: true"),
    `6:5 ${valid}.warnNewHolder: Forbidden: requires mode: deny next to it`,
  ],
  "warnNewHolder of a scope without a mode": [
    rule("mode: deny", "scopes:", "- match: { names: [a] }", "  warnNewHolder: true"),
    `8:7 ${valid}.scopes[0].warnNewHolder: Forbidden: requires mode: deny next to it`,
  ],
  "warnUntil of a scope without a mode": [
    rule("mode: deny", "scopes:", "- match: { names: [a] }", "  warnUntil: 2027-01-15"),
    `8:7 ${valid}.scopes[0].warnUntil: Forbidden: requires mode: deny next to it`,
  ],
  "parameters of a rule without parameters": [
    rule("parameters: { a: 1 }", "warnUntil: 2027-01-15"),
    `5:5 ${valid}.parameters: Forbidden: this rule has no parameters`,
    `6:5 ${valid}.warnUntil: Forbidden: requires mode: deny next to it`,
  ],
  "an unknown parameter": [
    bounds("parameters: { minSecond: 1 }"),
    `5:19 ${bounded}.parameters.minSecond: Forbidden: unknown field, did you mean minSeconds?`,
  ],
  "a parameter out of range": [
    bounds("parameters: { minSeconds: 0 }"),
    `5:31 ${bounded}.parameters.minSeconds: Invalid value: 0: must be greater than or equal to 1`,
  ],
  "parameters that contradict each other": [
    bounds(
      "parameters: { minSeconds: 9, maxSeconds: 8 }",
      "scopes:",
      "- match: { names: [a] }",
      "  parameters: { minSeconds: 2, maxSeconds: 2 }",
    ),
    `5:31 ${bounded}.parameters.minSeconds: Invalid value: 9: must not be greater than maxSeconds`,
  ],
  "parameters that are not a map": [
    bounds("parameters: [1]", "scopes:", "- match: { names: [a] }", "  parameters: { maxSeconds: a }"),
    `5:17 ${bounded}.parameters: Invalid value: […]: must be an object`,
    `8:33 ${bounded}.scopes[0].parameters.maxSeconds: Invalid value: "a": must be an integer`,
  ],
  "a map that must be a list, and the reverse": [
    lines(
      "administrators: [{ names: 1 }]",
      "rules: { lease/duration-within-bounds: { scopes: { mode: deny, names: [a] } } }",
    ),
    "3:17 administrators: Invalid value: […]: must be an object",
    `4:50 ${bounded}.scopes: Invalid value: {…}: must be a list`,
  ],
  "parameters without any": [
    bounds("parameters: {}"),
    `5:17 ${bounded}.parameters: Invalid value: {…}: must not be empty`,
  ],
  "a mode without parameters": [
    bounds("mode: deny"),
    `4:3 ${bounded}.parameters: Required value: must be set, because without parameters the rule is off`,
  ],
  "a scope without parameters": [
    bounds(
      "scopes:",
      "- match: { names: [a] }",
      "  parameters: { minSeconds: 1 }",
      "- match: { names: [b] }",
      "  mode: warn",
    ),
    `8:7 ${bounded}.scopes[1].parameters: Required value: must be set, because without parameters the rule is off`,
  ],
  "an empty match": [
    rule("scopes: [{ match: {} }]"),
    `5:23 ${valid}.scopes[0].match: Invalid value: {…}: must not be empty`,
  ],
  "no match": [rule("scopes:", "- mode: deny"), `6:7 ${valid}.scopes[0].match: Required value: must select writes`],
  "empty lists and patterns, and values that are not patterns": [
    rule(
      "scopes:",
      "- match:",
      "    names: []",
      "    users: ['']",
      "    labels: { a: 1, mode: off }",
      "    group: [a]",
    ),
    `7:16 ${valid}.scopes[0].match.names: Invalid value: […]: must not be empty`,
    `8:17 ${valid}.scopes[0].match.users[0]: Invalid value: "": must not be empty`,
    `9:22 ${valid}.scopes[0].match.labels[a]: Invalid value: 1: must be a string: put it in quotes`,
    `9:31 ${valid}.scopes[0].match.labels[mode]: Invalid value: false: must be a string: put it in quotes`,
    `10:9 ${valid}.scopes[0].match.group: Forbidden: unknown field, did you mean groups?`,
  ],
  "an exemption that lacks most": [
    exempt("- rules: []"),
    "4:5 exemptions[0].expires: Required value: must be the date when the exemption expires",
    "4:5 exemptions[0].match: Required value: must select writes",
    "4:5 exemptions[0].owner: Required value: must name a contact",
    "4:5 exemptions[0].reason: Required value: must give a reason",
    "4:12 exemptions[0].rules: Invalid value: […]: must not be empty",
  ],
  "an exemption without rules": [
    exempt(
      "- rules: [lease/strategy-valid, strategy-vali, 1]",
      "  match: { names: [a] }",
      '  reason: ""',
      "  owner: a",
      "  expires: 2027-13-01",
    ),
    '4:35 exemptions[0].rules[1]: Invalid value: "strategy-vali": must be a rule: lease-guard rules lists them',
    "4:50 exemptions[0].rules[2]: Invalid value: 1: must be a rule: lease-guard rules lists them",
    '6:13 exemptions[0].reason: Invalid value: "": must not be empty',
    `8:14 exemptions[0].expires: Invalid value: "2027-13-01": ${day}`,
  ],
  "a duplicate field": [lines("profile: strict", "profile: default"), "4:1 profile: must not be a duplicate field"],
  "a duplicate field, and more": [
    lines("profile: strict", "profile: x", "z: 1"),
    "4:1 profile: must not be a duplicate field",
    '4:10 profile: Unsupported value: "x": supported values: "default", "strict", "observe"',
    "5:1 z: Forbidden: unknown field",
  ],
  "a field far down a list of anchors": [
    lines("rules:", "  lease/strategy-valid: &a { mode: x }", "  metadata/name-valid: *a"),
    `4:36 ${valid}.mode: Unsupported value: "x": ${modes}`,
    `4:36 rules[metadata/name-valid].mode: Unsupported value: "x": ${modes}`,
  ],
};

describe("errors", () => {
  it.each(Object.entries(refused))("%s", (_, [text, ...said]) => {
    expect([...errors(text)].sort()).toEqual([...said].sort());
    expect(errors(text)).toEqual([...errors(text)].sort(byPlace));
  });

  it("stops after a hundred errors", () => {
    const rules = Array.from({ length: 200 }, (_, index) => `  rule-${index}: {}`);
    expect(errors(lines("clockSkewAllowance: 99h", "rules:", ...rules))).toHaveLength(100);
  });
});

function byPlace(a: string, b: string): number {
  const [line = 0, column = 0] = a.split(/[: ]/).map(Number);
  const [otherLine = 0, otherColumn = 0] = b.split(/[: ]/).map(Number);
  return line - otherLine || column - otherColumn;
}
