// Writes what is derived from rules and schemas; with --check, compares instead and fails where a file is out of date.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { knownFields } from "./generate-known-fields.mjs";
import { policySchema } from "./generate-policy-schema.mjs";
import { ruleIndex } from "./generate-rule-index.mjs";
import { rulePages } from "./generate-rule-pages.mjs";
import { validators } from "./generate-validators.mjs";

/** Returns the paths of the files that differ; unless `check`, they are rewritten. */
export async function generate(root, check) {
  const policy = await policySchema(root);
  const files = [ruleIndex(root), policy, ...(await validators(root, policy)), knownFields(root, policy), ...(await rulePages(root))];
  const stale = files.filter(({ path, text }) => !existsSync(join(root, path)) || readFileSync(join(root, path), "utf8") !== text);
  if (check) return stale.map(({ path }) => path);
  for (const { path, text } of stale) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return stale.map(({ path }) => path);
}

async function main() {
  const check = process.argv.includes("--check");
  const stale = await generate(process.cwd(), check);
  if (!check) {
    for (const path of stale) console.log(`wrote ${path}`);
    return 0;
  }
  for (const path of stale) console.error(`${path} is out of date: run npm run generate`);
  return stale.length === 0 ? 0 : 1;
}

if (process.argv[1] === import.meta.filename) {
  main().then(
    (status) => {
      process.exitCode = status;
    },
    (error) => {
      console.error(error instanceof Error && error.constructor === Error ? error.message : error);
      process.exitCode = 1;
    },
  );
}
