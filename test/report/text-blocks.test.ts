import { expect, it } from "vitest";
import { alignedRows } from "../../src/report/text-blocks.ts";

it("aligns the cells of a column", () => {
  expect(
    alignedRows([
      ["NAME", "STATE"],
      ["a", "held"],
      ["b-long", "free"],
    ]),
  ).toEqual(["NAME    STATE", "a       held", "b-long  free"]);
});

it("aligns 150,000 rows, which are too many arguments for a function", () => {
  const rows = Array.from({ length: 150_000 }, () => ["a", "held"]);
  expect(alignedRows(rows)).toHaveLength(rows.length);
});
