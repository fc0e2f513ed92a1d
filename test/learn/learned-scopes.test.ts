import { describe, expect, it } from "vitest";
import type { LearnedObject } from "../../src/learn/learned-object.ts";
import { holderPatterns } from "../../src/learn/learned-scopes.ts";

const time = new Date("2026-07-01T08:00:00Z");
const object: LearnedObject = {
  namespaces: ["team-a"],
  names: ["controller"],
  objects: 1,
  isLease: true,
  writes: 10,
  first: time,
  last: time,
  users: [],
  groups: [],
  setters: [],
  deletes: 0,
  deleters: [],
  holders: [],
  pods: 1,
  minSeconds: 15,
  maxSeconds: 15,
};

const numbered = (count: number, prefix: string): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}-*`);

describe("the patterns of the holders", () => {
  it.each<readonly [string, readonly string[], readonly string[]]>([
    ["none", [], []],
    ["one", ["a-*"], ["a-*"]],
    ["equal ones", ["a-*", "a-*"], ["a-*"]],
    ["different ones, sorted", ["c-*", "a-*-*", "b-*"], ["a-*-*", "b-*", "c-*"]],
    ["one that covers all others", ["a-b-*", "a-*", "a-b-c-*-*"], ["a-*"]],
    ["one that covers a fixed name", ["a-*", "a-b"], ["a-*"]],
    ["one with more wildcards that covers another", ["a-*_b", "a-*_*b"], ["a-*_*b"]],
    ["one that covers many others, after them", [...numbered(20, "a-"), "a-*"], ["a-*"]],
    [
      "five that cover many others",
      [...numbered(20, "e-"), "a-*", "b-*", "c-*", "d-*", "e-*"],
      ["a-*", "b-*", "c-*", "d-*", "e-*"],
    ],
    ["too many", numbered(6, "a-"), []],
    ["two fixed names", ["a", "b"], []],
    ["any holder", ["a-*", "*"], []],
  ])("%s", (_, patterns, expected) => {
    const holders = patterns.map((pattern) => ({ pattern, isFixed: !pattern.includes("*"), writes: 1 }));
    expect(holderPatterns({ ...object, holders })).toEqual(expected);
    expect(holderPatterns({ ...object, holders: holders.toReversed() })).toEqual(expected);
  });
});
