import { expect, test } from "vitest";
import { UsageError } from "../../src/terminal/errors.ts";
import { reportText } from "../../src/terminal/output.ts";

test("a report that V8 cannot hold is an error of the user, and any other failure is a bug", () => {
  expect(reportText((result: string) => `${result}\n`, "a", false)).toBe("a\n");
  expect(() => reportText(() => "a".repeat(2 ** 29) + "a".repeat(2 ** 29), "", false)).toThrow(
    new UsageError("the report must have at most 536 million characters (UTF-16 code units); use fewer files"),
  );
  const bug = () => {
    throw new RangeError("Invalid array length");
  };
  expect(() => reportText(bug, "", false)).toThrow(RangeError);
});
