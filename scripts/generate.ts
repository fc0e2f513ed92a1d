// Writes the files that are generated from rules, schemas, manifests, and layers. With --check,
// writes nothing, and fails if a file is out of date.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { architecturePage } from "./generate/architecture-page.ts";
import { bundledSchemas } from "./generate/bundled-schemas.ts";
import { chartFiles } from "./generate/chart-files.ts";
import { checkIndex } from "./generate/check-index.ts";
import { filesBelow } from "./generate/files-below.ts";
import type { GeneratedFile } from "./generate/generated-file.ts";
import { knownFields } from "./generate/known-fields.ts";
import { policiesManifest } from "./generate/policies-manifest.ts";
import { policiesPage } from "./generate/policies-page.ts";
import { policySchema, schemasToCompile } from "./generate/policy-schema.ts";
import { programIndex, readPrograms } from "./generate/program-files.ts";
import { programsPage } from "./generate/programs-page.ts";
import { celRuleIds, readCelRules, readRules, ruleIds } from "./generate/rule-files.ts";
import { celIndex, ruleIndex } from "./generate/rule-index.ts";
import { rulePages } from "./generate/rule-pages.ts";
import { runbooksPage } from "./generate/runbooks-page.ts";
import { bundledFolder, readSchemaFiles } from "./generate/schema-files.ts";
import { validators } from "./generate/validators.ts";
import { workloadsPage } from "./generate/workloads-page.ts";

/**
 * Writes the generated files that are out of date, and returns their paths. All paths are relative
 * to the current directory.
 */
export async function generate(): Promise<readonly string[]> {
  const stale = await staleFiles();
  writeAll(stale);
  const later = await staleManifests();
  writeAll(later);
  const chart = chartFiles().filter(isStale);
  writeAll(chart);
  return [...stale, ...later, ...chart].map(({ path }) => path);
}

function writeAll(files: readonly GeneratedFile[]): void {
  for (const { path, text } of files) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

async function staleFiles(): Promise<readonly GeneratedFile[]> {
  const rules = await readRules();
  const celIds = celRuleIds(rules);
  const cel = await readCelRules(celIds);
  const policy = policySchema(rules);
  const schemas = readSchemaFiles(policy);
  const compiled = schemasToCompile(schemas, rules);
  const bundles = bundledSchemas(schemas);
  rejectLeftovers(bundles);
  const generated = [
    ruleIndex(ruleIds()),
    celIndex(celIds),
    checkIndex(),
    programIndex(),
    policy,
    ...validators(compiled),
    knownFields(compiled),
    ...bundles,
    ...rulePages(rules, cel),
  ];
  const pages = [
    policiesPage(rules, cel),
    programsPage(await readPrograms()),
    architecturePage(),
    runbooksPage(),
    await workloadsPage(),
  ];
  return [...generated, ...pages].filter(isStale);
}

/**
 * Returns the files that are out of date and can be generated only when all files of `staleFiles`
 * are up to date.
 */
async function staleManifests(): Promise<readonly GeneratedFile[]> {
  return [await policiesManifest()].filter(isStale);
}

function isStale({ path, text }: GeneratedFile): boolean {
  return !existsSync(path) || readFileSync(path, "utf8") !== text;
}

/**
 * Throws if a bundled schema no longer has a source schema, because `lease-guard schema` would
 * still print the bundled schema.
 */
function rejectLeftovers(bundles: readonly GeneratedFile[]): void {
  const paths = filesBelow("schemas", ".json").filter((path) => path.startsWith(`${bundledFolder}/`));
  const left = paths.find((path) => !bundles.some((file) => file.path === `schemas/${path}`));
  if (left !== undefined) throw new Error(`schemas/${left} has no source schema: remove it`);
}

async function main(): Promise<number> {
  if (!process.argv.includes("--check")) {
    for (const path of await generate()) console.log(`wrote ${path}`);
    return 0;
  }
  const first = await staleFiles();
  const manifests = first.length > 0 ? first : await staleManifests();
  const stale = manifests.length > 0 ? manifests : chartFiles().filter(isStale);
  for (const { path } of stale) console.error(`${path} is out of date: run npm run generate`);
  return stale.length === 0 ? 0 : 1;
}

if (process.argv[1] === import.meta.filename) {
  main().then(
    (status) => {
      process.exitCode = status;
    },
    (error: unknown) => {
      // A plain Error comes from the generators and has a message for the user. Any other error is
      // a bug, so the script also prints the stack.
      console.error(error instanceof Error && error.constructor === Error ? error.message : error);
      process.exitCode = 1;
    },
  );
}
