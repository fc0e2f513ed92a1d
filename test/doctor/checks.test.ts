import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { doctorChecks } from "../../src/doctor/checks.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/doctor.md"), "utf8");
const ids = doctorChecks.map(({ id }) => id);

test("every check has a row in docs/doctor.md, in the order of the reports", () => {
  expect(Array.from(page.matchAll(/^\| `(doctor\/[a-z-]+)` \| .+ \| .+ \|$/gm), ([, id]) => id)).toEqual(ids);
});

test("no two checks have the same id or the same description", () => {
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(doctorChecks.map(({ description }) => description)).size).toBe(ids.length);
});

test("the page names only existing checks", () => {
  const named = Array.from(page.matchAll(/\bdoctor\/[a-z-]+/g), ([id]) => id);
  expect(named.filter((id) => !ids.some((known) => known === id))).toEqual([]);
});
