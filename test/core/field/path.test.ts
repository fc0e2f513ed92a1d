import { describe, expect, it } from "vitest";
import { type FieldPath, formatPath, isListItem, isSamePath, shorten } from "../../../src/core/field/path.ts";

const paths: readonly (readonly [text: string, path: FieldPath, listItem: boolean])[] = [
  ["", [], false],
  ["spec", ["spec"], false],
  ["spec.strategy", ["spec", "strategy"], false],
  ["spec.preferredStrategies[0]", ["spec", "preferredStrategies", 0], true],
  ["spec.preferredStrategies[12]", ["spec", "preferredStrategies", 12], true],
  ["metadata.managedFields[0].manager", ["metadata", "managedFields", 0, "manager"], false],
  ["metadata.labels[example.com/a]", ["metadata", "labels", { key: "example.com/a" }], false],
  ["metadata.labels[]", ["metadata", "labels", { key: "" }], false],
  ["metadata.labels[0]", ["metadata", "labels", { key: "0" }], false],
  ["[a]", [{ key: "a" }], false],
  ["[0][1]", [0, 1], true],
];

describe("a field path", () => {
  it.each(paths)("%s", (text, path, listItem) => {
    expect(formatPath(path)).toBe(text);
    expect(isListItem(path)).toBe(listItem);
  });
});

describe("isSamePath", () => {
  it.each<readonly [boolean, FieldPath, FieldPath]>([
    [true, [], []],
    [true, ["metadata", "labels"], ["metadata", "labels"]],
    [true, ["metadata", "labels", { key: "a" }], ["metadata", "labels", { key: "a" }]],
    [false, ["metadata", "labels", { key: "a" }], ["metadata", "labels", { key: "b" }]],
    [false, ["metadata", "labels", { key: "a" }], ["metadata", "labels", "a"]],
    [false, ["metadata", "finalizers", 0], ["metadata", "finalizers", 1]],
    [false, ["metadata"], ["metadata", "labels"]],
    [false, ["spec", "name"], ["metadata", "name"]],
  ])("%j: %j and %j", (same, a, b) => {
    expect(isSamePath(a, b)).toBe(same);
  });
});

describe("shorten", () => {
  it.each<readonly [string, string, number | undefined, string]>([
    ["a string of the maximum length", "abc", 3, "abc"],
    ["a longer string", "abcd", 3, "abc…"],
    ["a surrogate pair at the cut", "ab😀d", 3, "ab\ufffd…"],
    ["a string of the usual maximum length", "a".repeat(1024), undefined, "a".repeat(1024)],
    ["a string above the usual maximum length", "a".repeat(1025), undefined, `${"a".repeat(1024)}…`],
  ])("%s", (_, text, maxLength, expected) => {
    expect(shorten(text, maxLength)).toBe(expected);
  });
});
