import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { electionsPicture, pictures, printedLines } from "../../scripts/elections-picture.ts";

const root = join(import.meta.dirname, "../..");
const read = (file: string): string => readFileSync(join(root, file), "utf8");

test.each(Object.entries(pictures))("%s shows the current output of the command", (file, columns) => {
  expect(read(file)).toBe(electionsPicture(printedLines(), columns));
  expect(read(file).match(/class="red"/g)).toHaveLength(1);
});

test("README.md shows the picture, fits into 110 lines, and names the command of the picture", () => {
  const readme = read("README.md");
  expect(readme.split("\n").length - 1).toBeLessThanOrEqual(110);
  for (const file of Object.keys(pictures)) expect(readme).toContain(`"${file}"`);
  expect(readme).toContain("lease-guard elections -f examples/elections.json --now 2026-07-01T08:00:00Z");
});
