import { expect, it } from "vitest";
import { listProgress } from "../../src/terminal/progress.ts";

it.each([
  [0, "leases", "reading leases: 0 objects"],
  [1, "leasecandidates", "reading leasecandidates: 1 object"],
  [500, "leases", "reading leases: 500 objects"],
])("the progress of a list of %i %s", (objects, resource, text) => {
  expect(listProgress(objects, resource)).toBe(text);
});
