import { expect, test } from "vitest";
import { readAll } from "../harness/manifests.ts";

test.each([
  ['kind: "Lease\nspec:\n  a: "1"\n', 1, 7, '"', '"'],
  ["kind: 'it''s\nspec: 1\n", 1, 7, "'", "'"],
  ["a: 'x'''\nb: 'y''\n", 2, 4, "'", "'"],
  ['a: "x\\\\"\nb: "y\\"\n', 2, 4, '"', '"'],
  ['a: 1\n"b: 1\nc: 2\n', 2, 1, '"', '"'],
  ["a: 1\n---\nb: [x, y\nc: 1\n", 3, 4, "[", "]"],
  ["a: {b: 1, c: {d: 2}\ne: 1\n", 1, 4, "{", "}"],
  ["a:\n  b: [1, {c: 2]\n", 2, 10, "{", "}"],
  ["{a: 1, b: [1}", 1, 11, "[", "]"],
  ["a: ['b', \"c\", [d", 1, 15, "[", "]"],
])("%j: the problem is at %i:%i, where %s opens", async (text, line, column, ...quotes) => {
  const [opening, closing] = quotes;
  const message = `must be YAML: this ${opening} must be closed with ${closing}`;
  expect((await readAll(text)).at(-1)).toEqual({ ok: false, error: { line, column, message } });
});

test.each([
  ['{"a": 1,\n "b": [1, 2}', 2, 7, "must have a ] that closes this ["],
  ['{"a": {"b": 1}', 1, 1, "must have a } that closes this {"],
  ['{"a": [{"b": 1]}', 1, 8, "must have a } that closes this {"],
  ['{"a": 1,', 1, 1, "must have a } that closes this {"],
  ['{"a": [', 1, 7, "must have a ] that closes this ["],
  ['{"a": "b,\n "c": 1}', 1, 7, 'must have a " that closes this " on the same line'],
  ['{"a": "b}', 1, 7, 'must have a " that closes this " on the same line'],
  ['{"a": [1 2]}', 1, 10, 'must have "," or "]" here'],
])("JSON %j: the problem is at %i:%i", async (text, line, column, message) => {
  expect(await readAll(text, "1.32")).toEqual([{ ok: false, error: { line, column, message } }]);
});
