import { expect, test } from "vitest";
import { withNamespace } from "../../../src/core/text/namespace-reference.ts";

const users = Array.from({ length: 100 }, (_, index) => `user-${index}`);

test.each([
  ["a short list without references", ["jane"], ["jane"]],
  ["a short list with a reference", ["$(namespace)-*", "jane"], ["team-a-*", "jane"]],
  ["a long list without references", users, users],
  ["a long list with a reference", [...users, "$(namespace)"], [...users, "team-a"]],
])("%s", (_, patterns, replaced) => {
  for (let time = 0; time < 2; time++) expect(withNamespace(patterns, "team-a")).toEqual(replaced);
});
