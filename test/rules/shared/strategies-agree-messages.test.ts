import { describe, expect, it } from "vitest";
import { createValidator } from "../../../src/library/create-validator.ts";
import { rule } from "../../../src/rules/lease-candidate/strategies-agree.ts";
import { candidate } from "../../harness/candidates.ts";

const [oldest, x, y, z] = ["OldestEmulationVersion", "example.com/x", "example.com/y", "example.com/z"];

describe("the messages of lease-candidate/strategies-agree", () => {
  const { validateAll } = createValidator();
  const now = new Date("2026-07-01T08:01:00Z");
  type Strategies = readonly (string | readonly string[])[];
  /**
   * Returns the messages about candidates. Each argument is the strategy of a candidate, or its
   * list of strategies.
   */
  const messages = (...candidates: Strategies) => {
    const objects = candidates.map((strategies, index) =>
      typeof strategies === "string"
        ? candidate("v1beta1", `c-${index}`, { strategy: strategies })
        : candidate("v1alpha1", `c-${index}`, { preferredStrategies: strategies }),
    );
    const findings = validateAll(objects, { now }).flatMap((verdict) => verdict.findings);
    return findings
      .filter(({ rule: id }) => id === rule.id)
      .map(({ message }) => message.replaceAll("example.com/", ""));
  };
  const together = (list: string) =>
    `Invalid value: […]: must agree with all candidates of this Lease: together with ${list}, their lists have no common first strategy`;

  it.each<[string, Strategies, readonly string[]]>([
    [
      "two strategies",
      [x, y],
      [
        `Invalid value: "x": must agree with "y" of the candidate "c-1", which has the same binaryVersion`,
        `Invalid value: "y": must agree with "x" of the candidate "c-0", which has the same binaryVersion`,
      ],
    ],
    ["two lists", [[x], [y, x, z, oldest]], []],
    [
      "two lists that disagree",
      [
        [x, y, z, oldest],
        [y, x],
      ],
      [
        `Invalid value: […]: must agree with ["y", "x"] of the candidate "c-1", instead of ["x", "y", "z", …]`,
        `Invalid value: […]: must agree with ["x", "y", "z", …] of the candidate "c-0", instead of ["y", "x"]`,
      ],
    ],
    [
      "a strategy and a list",
      [x, [y]],
      [
        `Invalid value: "x": must agree with ["y"] of the candidate "c-1"`,
        `Invalid value: […]: must agree with "x" of the candidate "c-0", instead of ["y"]`,
      ],
    ],
    [
      "a cycle, and one of its lists again",
      [
        [x, y],
        [y, z],
        [z, x],
        [x, y],
      ],
      [together(`["x", "y"]`), together(`["y", "z"]`), together(`["z", "x"]`), together(`["x", "y"]`)],
    ],
  ])("%s", (_, candidates, expected) => expect(messages(...candidates)).toEqual(expected));

  it("come with the strategies as the invalid value", () => {
    const objects = [[x], [y]].map((preferredStrategies, index) =>
      candidate("v1alpha1", `c-${index}`, { preferredStrategies }),
    );
    const values = validateAll(objects, { now }).flatMap(({ findings }) => findings.map(({ badValue }) => badValue));
    expect(values).toEqual([[x], [y]]);
  });
});
