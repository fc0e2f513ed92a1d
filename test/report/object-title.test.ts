import { expect, it } from "vitest";
import { objectTitle } from "../../src/report/object-title.ts";

it.each([
  ["Lease", "team-a", "a", "Lease team-a/a"],
  ["Lease", "", "a", "Lease a"],
  ["Lease", "team-a", "", "Lease team-a/(unnamed)"],
  ["", "", "", "(no kind) (unnamed)"],
  ["Lease", "team-a", "a".repeat(300), `Lease team-a/${"a".repeat(253)}…`],
])("of %j %j %j", (kind, namespace, name, title) => {
  expect(objectTitle({ kind, namespace, name })).toBe(title);
});
