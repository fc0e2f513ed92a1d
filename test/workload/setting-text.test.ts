import { expect, test } from "vitest";
import { expand, known, type SettingText } from "../../src/workload/setting-text.ts";

const variables: ReadonlyMap<string, SettingText> = new Map<string, SettingText>([
  ["A", known("1")],
  ["POD", { kind: "per-pod" }],
  ["OTHER", { kind: "unknown", reason: "not in the set" }],
  ["LONG", known("x".repeat(131_072))],
]);

const lookUp = (name: string): SettingText | undefined => variables.get(name);

test.each<readonly [string, SettingText]>([
  ["$(A)0$(A)", known("101")],
  ["$(B) $$(A) $$ $(A", known("$(B) $(A) $ $(A")],
  ["$(A)$$$$(", known("1$$(")],
  ["$(POD)-$(A)", { kind: "per-pod" }],
  ["$(POD)-$(OTHER)", { kind: "unknown", reason: "not in the set" }],
  ["$(LONG)", known("x".repeat(131_072))],
  ["$(LONG)$(A)", { kind: "unknown", reason: "a value is too long for an argument" }],
])("%s expands as in the kubelet", (text, expected) => {
  expect(expand(text, lookUp)).toEqual(expected);
});

test("variables that each contain the one before twice need little memory", () => {
  const known = new Map<string, SettingText>([["A0", { kind: "known", value: "aaaaaaaa" }]]);
  for (let i = 1; i < 60; i++)
    known.set(
      `A${i}`,
      expand(`$(A${i - 1})$(A${i - 1})`, (name) => known.get(name)),
    );
  expect(known.get("A59")).toEqual({ kind: "unknown", reason: "a value is too long for an argument" });
});

test("a text with references without an end stays as it is", () => {
  const text = "$(".repeat(65_000);
  expect(expand(text, lookUp)).toEqual(known(text));
  expect(expand(`$(A)${text}`, lookUp)).toEqual(known(`1${text}`));
});
