import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { globSync } from "tinyglobby";
import { expect, it } from "vitest";
import config from "../../vitest.config.ts";
import { here } from "./checkout.ts";

const sample = "test/harness/sample.ts";

/** Returns the paths of the files that a file imports, without packages. */
function importsOf(path: string): readonly string[] {
  const text = readFileSync(join(here, path), "utf8");
  return Array.from(text.matchAll(/ from "(\.[^"]+)"/g), ([, to = ""]) => join(dirname(path), to));
}

/** The files of `test`, each with the files that it imports. */
const imports = new Map(
  readdirSync(join(here, "test"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => [join("test", path), importsOf(join("test", path))]),
);

/** Returns the files that import a file, directly or through other files. */
function importersOf(path: string, found: ReadonlySet<string> = new Set()): ReadonlySet<string> {
  const direct = [...imports].flatMap(([file, paths]) => (paths.includes(path) && !found.has(file) ? [file] : []));
  return direct.reduce<ReadonlySet<string>>((all, file) => importersOf(file, all), new Set([...found, ...direct]));
}

it("the project long repeats exactly the unit tests that leave out a part", () => {
  const projects = (config.test?.projects ?? []).flatMap((each) =>
    typeof each === "object" && "test" in each && each.test?.name === "long" ? [each.test] : [],
  );
  const include = projects.flatMap((project) => project.include ?? []);
  const repeated = globSync(include, { cwd: here }).filter((path) => !path.endsWith(".long.test.ts"));
  const leaving = [...importersOf(sample)].filter((path) => path.endsWith(".test.ts"));
  expect(repeated.length).toBeGreaterThan(5);
  expect(repeated.toSorted()).toEqual(leaving.toSorted());
});
