// Writes the fields of all files and reports into docs/files-and-reports.md. With --check, only
// compares them with the page. `npm run generate` cannot write this page, because it also runs when
// the commands cannot be imported yet.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { filesBelow } from "./generate/files-below.ts";
import { filesPage } from "./generate/files-page.ts";
import { bundledFolder } from "./generate/schema-files.ts";

const folder = join("schemas", bundledFolder);
const bundles = filesBelow(folder, ".json").map((path) => ({ path, text: readFileSync(join(folder, path), "utf8") }));
const { path, text } = filesPage(bundles);
if (!process.argv.includes("--check")) writeFileSync(path, text);
else if (readFileSync(path, "utf8") !== text) {
  console.error(`${path} is out of date: run npm run docs`);
  process.exitCode = 1;
}
