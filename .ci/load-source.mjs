import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";

/** What the generators read: floors 0 to 2, without what they write. */
const folders = ["field", "api", "format", "rules", "schema"];
const generated = ["rules/index.ts", "schema/generated.ts", "schema/known-fields.ts"];

const compilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
  rewriteRelativeImportExtensions: true,
};

/** The files below `folder`, relative to it, in code-unit order; none when there is no such folder. */
export function filesBelow(folder, extension) {
  let names = [];
  try {
    names = readdirSync(folder, { recursive: true });
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
  return names.filter((name) => name.endsWith(extension)).sort();
}

/**
 * Hands `use` a function that imports a file below `src/`. Types are taken off file by file, since Node 20 cannot read TypeScript and
 * a build of the whole would need the very files that are to be generated.
 */
export async function withSource(root, use) {
  const out = mkdtempSync(join(tmpdir(), "lease-guard-source-"));
  try {
    writeFileSync(join(out, "package.json"), '{"type":"module"}');
    for (const folder of folders) {
      for (const name of filesBelow(join(root, "src", folder), ".ts")) transpile(root, out, `${folder}/${name}`);
    }
    return await use((path) => import(pathToFileURL(join(out, path.replace(/\.ts$/, ".js"))).href));
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

function transpile(root, out, path) {
  if (generated.includes(path)) return;
  const source = readFileSync(join(root, "src", path), "utf8");
  const { outputText } = ts.transpileModule(source, { fileName: path, compilerOptions });
  const target = join(out, path.replace(/\.ts$/, ".js"));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, outputText);
}
