// Fails if a retired word is in code, comments, or pages for users and contributors.
import { readFileSync } from "node:fs";
import { globSync } from "tinyglobby";
import { retiredWords } from "./retired-words.ts";

/**
 * The minimum number of files. If there are fewer files, the patterns below no longer match the
 * directories of the project.
 */
const fewestFiles = 100;

/**
 * The files to check. Other pages, such as rule pages and decision records, may contain retired
 * words.
 */
const files = globSync(
  [
    ...[
      "src/**/*.ts",
      "scripts/**/*.{ts,mjs}",
      "test/**/*.ts",
      "schemas/**/*.json",
      "manifests/**/*.yaml",
      "charts/**/*.{md,yaml,txt,js}",
      "docs/*.md",
      "docs/runbooks/*.md",
      "examples/**/*.{md,yaml}",
    ],
    ...["README.md", "CONTRIBUTING.md", "SECURITY.md", "action.yml", "Dockerfile"],
  ],
  {
    ignore: [
      ...["**/generated.ts", "schemas/bundled/**"],
      ...["scripts/retired-words.ts", "scripts/check-words.ts", "test/ci/words.test.ts"],
    ],
  },
);

const found = files.toSorted().flatMap((file) => {
  const lines = readFileSync(file, "utf8").split("\n");
  const words = retiredWords.filter(({ isTermOfTests }) => !(isTermOfTests && file.startsWith("test/")));
  return lines.flatMap((line, index) =>
    words.flatMap(({ word, use, except = [] }) => {
      const [retired] = word.exec(except.reduce((rest, each) => rest.replaceAll(each, ""), line)) ?? [];
      return retired === undefined ? [] : [`${file}:${index + 1}: "${retired}" is retired, use: ${use}`];
    }),
  );
});
for (const line of found) console.error(line);
const tooFew = files.length < fewestFiles;
if (tooFew) console.error(`only ${files.length} files were checked, fewer than ${fewestFiles}`);
else if (found.length === 0) console.log(`${files.length} files use none of ${retiredWords.length} retired words`);
process.exitCode = found.length > 0 || tooFew ? 1 : 0;
