import { describe, expect, it } from "vitest";
import {
  matchesPattern,
  matchesPatterns,
  somePatternMatches,
  withWriteNamespace,
} from "../../../src/rules/cel/patterns.ts";

/** The CEL for a pattern, and for the same pattern of users, where they differ. */
const conditions: readonly (readonly [pattern: string, cel: string, forUsers?: string])[] = [
  ["", "x == ''"],
  ["jane", "x == 'jane'"],
  ["*", "true"],
  ["**", "true"],
  ["team-*", "x.startsWith('team-')"],
  ["team-**", "x.startsWith('team-')"],
  ["*-leader", "x.endsWith('-leader')"],
  ["a*b", "x.startsWith('a') && x.endsWith('b') && size(x) >= size('a') + size('b')"],
  ["*a*", "x.matches('(?s)^.*a.*$')"],
  ["a.*b*c", "x.matches('(?s)^a\\\\..*b.*c$')"],
  ["*[x]+?^$|(y){2}\\*", "x.matches('(?s)^.*\\\\[x\\\\]\\\\+\\\\?\\\\^\\\\$\\\\|\\\\(y\\\\)\\\\{2\\\\}\\\\\\\\.*$')"],
  ["$(namespace)", "x == '$(namespace)'", "x == request.namespace"],
  [
    "system:serviceaccount:$(namespace):*",
    "x.startsWith('system:serviceaccount:$(namespace):')",
    "x.startsWith(('system:serviceaccount:' + request.namespace + ':'))",
  ],
  ["*-$(namespace)", "x.endsWith('-$(namespace)')", "x.endsWith(('-' + request.namespace))"],
  [
    "*:$(namespace):a*",
    "x.matches('(?s)^.*:\\\\$\\\\(namespace\\\\):a.*$')",
    "x.matches(('(?s)^.*:' + request.namespace + ':a.*$'))",
  ],
  ["$(namespace)$(namespace)", "x == '$(namespace)$(namespace)'", "x == (request.namespace + request.namespace)"],
];

describe("a pattern in CEL", () => {
  it.each(conditions.map(([pattern, cel, forUsers = cel]) => ({ pattern, cel, forUsers })))(
    "$pattern",
    ({ pattern, cel, forUsers }) => {
      expect(matchesPattern("x", pattern)).toBe(cel);
      expect(matchesPattern("x", pattern, withWriteNamespace)).toBe(forUsers);
    },
  );
});

describe("patterns in CEL", () => {
  it.each([
    ["none", [], "false"],
    ["one", ["a"], "x == 'a'"],
    ["names and patterns", ["a", "b*", "c"], "(x in ['a', 'c']) || (x.startsWith('b'))"],
    ["one that matches all", ["a", "*"], "true"],
  ])("%s", (_, patterns, cel) => {
    expect(matchesPatterns("x", patterns)).toBe(cel);
  });

  it("for the items of a list", () => {
    expect(somePatternMatches("groups", [])).toBe("false");
    expect(somePatternMatches("groups", ["a", "b"])).toBe("groups.exists(item, item in ['a', 'b'])");
    expect(somePatternMatches("groups", ["$(namespace)"], withWriteNamespace)).toBe(
      "groups.exists(item, item == request.namespace)",
    );
  });
});
