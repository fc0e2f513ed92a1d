// Fails if a word that was retired is back in the code, its comments, or the pages that users and
// contributors read.
import { readFileSync } from "node:fs";
import { globSync } from "tinyglobby";
import { retiredWords } from "./retired-words.ts";

/**
 * Rule pages and decision records are records of their time, and fixtures are other programs'
 * words.
 */
const files = globSync(
  [
    ...["src/**/*.ts", "scripts/**/*.{ts,mjs}", "schemas/**/*.json", "manifests/**/*.yaml", "docs/*.md", "docs/runbooks/*.md"],
    ...["README.md", "CONTRIBUTING.md", "SECURITY.md", "action.yml", "Dockerfile"],
  ],
  { ignore: ["**/generated.ts", "schemas/bundled/**", "scripts/retired-words.ts", "scripts/check-words.ts"] },
);

const found = files.toSorted().flatMap((file) => {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.flatMap((line, index) =>
    retiredWords.flatMap(({ word, use, except = [] }) => {
      const [retired] = word.exec(except.reduce((rest, each) => rest.replaceAll(each, ""), line)) ?? [];
      return retired === undefined ? [] : [`${file}:${index + 1}: "${retired}" is retired, use: ${use}`];
    }),
  );
});
for (const line of found) console.error(line);
if (files.length < 100) console.error(`only ${files.length} files were checked`);
else if (found.length === 0) console.log(`${files.length} files use none of ${retiredWords.length} retired words`);
process.exitCode = found.length === 0 && files.length >= 100 ? 0 : 1;
