import { describe, expect, it } from "vitest";
import { canBeSameProgram, identifyingWords } from "../../../src/rules/shared/program-names.ts";

describe("names of one program", () => {
  it.each([
    ["foo", "foo"],
    ["foo-controller", "foo-controller-manager"],
    ["foo-v1", "foo-v2"],
    ["blue-foo", "green-foo"],
    ["foo-bar-controller", "bar-foo"],
    ["foo-bar", "foobar"],
    ["foo-controller-manager", "controller-manager"],
    ["controller", "controller-manager"],
  ])("%s can be %s", (name, other) => {
    expect(canBeSameProgram(name, other)).toBe(true);
    expect(canBeSameProgram(other, name)).toBe(true);
  });

  it.each([
    ["foo", "bar"],
    ["foo-operator", "bar-operator"],
    ["foo-controller-manager", "bar-controller-manager"],
    ["kube-foo", "kube-bar"],
    ["foo-operator", "controller-manager"],
  ])("%s cannot be %s", (name, other) => {
    expect(canBeSameProgram(name, other)).toBe(false);
    expect(canBeSameProgram(other, name)).toBe(false);
  });
});

describe("the words that identify a program", () => {
  it.each([
    ["cert-manager-webhook", ["cert"]],
    ["foo-v1", ["foo", "v1"]],
    ["controller-manager", []],
  ])("%s: %s", (name, words) => {
    expect(identifyingWords(name)).toEqual(words);
  });
});
