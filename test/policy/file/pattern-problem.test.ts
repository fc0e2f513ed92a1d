import { describe, expect, it } from "vitest";
import { type PatternFormat, patternProblem } from "../../../src/policy/file/pattern-problem.ts";

const regular = "looks like a regular expression";

/** Patterns with a problem, and a part of the message. */
const wrong: Readonly<Record<PatternFormat, Readonly<Record<string, string>>>> = {
  namespace: {
    "team-.*": regular,
    "^x$": regular,
    "Team_[ab]": regular,
    "team-(a|b)": regular,
    "team-\\d": regular,
    Team: "matches no namespace",
    "team_*": "matches no namespace",
    "team.a": "matches no namespace",
    "team-?": "matches no namespace",
    "-a*": "matches no namespace",
    "*-": "matches no namespace",
    [`${"a".repeat(64)}`]: "matches no namespace",
    [`${"a".repeat(32)}*${"a".repeat(32)}`]: "matches no namespace",
    "$(namespace)": "only for users and groups",
    "$(name)": "only $(namespace) is a reference",
  },
  lease: { "Team_a*": "matches no Lease", "-.*": regular, "a.-*": "matches no Lease" },
  candidate: { "a b": "matches no name", "a/*": "matches no name", "..a*": "matches no name" },
  label: {
    "-a": "matches no valid value",
    "a b*": "matches no valid value",
    ["a".repeat(64)]: "matches no valid value",
  },
  user: {
    "system:serviceaccount:foo": "matches no service account",
    "system:serviceaccount:a:b:c": "matches no service account",
    "system:serviceaccount:Team:*": "matches no service account",
    "system:serviceaccount:a.b:*": "matches no service account",
    "system:serviceaccount:$(namespace)": "matches no service account",
    "system:serviceaccount:team_*": "matches no service account",
    "system:serviceaccount": "add a name",
    "system:node": "add a name",
    "system:node:": "matches no node",
    "system:nodes": "is the name of a group",
    "system:masters": "is the name of a group",
    "system:serviceaccounts:team-a": "is the name of a group",
    "$(namspace)": "contains $(namspace)",
    "$(namespace": "contains $(namespace,",
    ".+@example.com": regular,
  },
  group: {
    "system:serviceaccount:a:b": "is the name of a user",
    "system:node:a": "is the name of a user",
    "system:serviceaccounts:Team": "matches no group",
  },
  text: { "^pod-.*": regular },
};

const right: Readonly<Record<PatternFormat, readonly string[]>> = {
  namespace: ["*", "**", "team-*", "*-a", "a*b", "a".repeat(63), `${"a".repeat(63)}*`, "1"],
  lease: ["*", "a.b", "controller.*", "*.example.com", "a-*"],
  candidate: ["Team_a.*", "A*", "_"],
  label: ["", "*", "a_*", "A.b"],
  user: [
    "*",
    "jane",
    "jane.*",
    "CORP\\jane",
    "*@example.com",
    "system:*",
    "system:serviceaccount:*",
    "system:serviceaccount:a:*",
    "system:serviceaccount:a*",
    "system:serviceaccount:*:b.c",
    "system:serviceaccount:$(namespace):*",
    "system:serviceaccount:team-$(namespace)-*:b",
    "system:node:*",
    "system:node:a.b",
    "system:kube-scheduler",
    "$(namespace)-admin",
  ],
  group: [
    "*",
    "Domain Users (EU)",
    "sso:ops.*",
    "system:masters",
    "system:serviceaccounts",
    "system:serviceaccounts:$(namespace)",
    "ops",
  ],
  text: ["*", "pod-*", "a_b", "a.*"],
};

const cases = <T>(list: Readonly<Record<PatternFormat, T>>) => Object.entries(list) as (readonly [PatternFormat, T])[];

describe("patternProblem", () => {
  it.each(cases(wrong))("finds a problem of each of these patterns for a %s", (format, patterns) => {
    const found = Object.keys(patterns).map((pattern) => [pattern, patternProblem(pattern, format)]);
    expect(found).toEqual(Object.entries(patterns).map(([pattern, part]) => [pattern, expect.stringContaining(part)]));
  });

  it.each(cases(right))("finds no problem of these patterns for a %s", (format, patterns) => {
    expect(patterns.map((pattern) => [pattern, patternProblem(pattern, format)])).toEqual(
      patterns.map((pattern) => [pattern, undefined]),
    );
  });

  it.each(["[", "(", "\\", "{", "$(", "a:"])(
    "takes a time that grows with the length of a pattern of many %s",
    (part) => {
      const start = performance.now();
      patternProblem(part.repeat(500_000), "user");
      expect(performance.now() - start).toBeLessThan(1000);
    },
  );
});
