import { expect, it } from "vitest";
import type { PlaygroundInput } from "../../src/playground/playground-input.ts";
import { candidate, lease, oldest, other, shownDiagnostics, taken } from "../harness/playground-texts.ts";

it.each<[string, Partial<PlaygroundInput>, readonly string[]]>([
  [
    "of an update",
    { object: taken, oldObject: lease, operation: "UPDATE" },
    ["object:5:19 warn lease/holder-kept-until-expiry"],
  ],
  [
    "of an update after the lease term",
    { object: taken, oldObject: lease, operation: "UPDATE", now: "2026-07-01T09:00:00Z" },
    [],
  ],
  [
    "of several updates, by their names",
    {
      object: `${lease.replace("controller,", "other,")}---\n${taken}`,
      oldObject: `${lease.replace("controller,", "other,")}---\n${lease}`,
      operation: "UPDATE",
    },
    ["object:13:19 warn lease/holder-kept-until-expiry"],
  ],
  [
    "of an update without an old object",
    { object: taken, operation: "UPDATE" },
    [expect.stringMatching(/^object:1:1 error has no old object/)],
  ],
  [
    "of an update whose old object has another name",
    { object: taken, oldObject: lease.replace("controller,", "other,"), operation: "UPDATE" },
    [expect.stringMatching(/^object:1:1 error has no old object/)],
  ],
  [
    "of an update next to two old objects with the same name, of which the last one counts",
    {
      object: oldest,
      oldObject: `${candidate("a", "example.com/newest")}---\n${candidate("b", "OldestEmulationVersion")}---\n${other}`,
      operation: "UPDATE",
    },
    ["object:8:13 warn lease-candidate/strategies-agree", "object:8:13 warn lease-candidate/strategy-kept"],
  ],
  ["of an old object, only for an update", { object: lease, oldObject: "[" }, []],
  [
    "of an update next to an old object that no write replaces",
    { object: oldest, oldObject: `${candidate("a", "example.com/newest")}---\n${other}`, operation: "UPDATE" },
    ["object:8:13 warn lease-candidate/strategies-agree", "object:8:13 warn lease-candidate/strategy-kept"],
  ],
])("the diagnostics %s", async (_, input, expected) => {
  expect(await shownDiagnostics(input)).toEqual(expected);
});
