// Runs a TypeScript script: node --import ./scripts/typescript.mjs scripts/NAME.ts. Node 22.18 and
// later can run TypeScript without this file. This file is JavaScript, because older versions of
// Node cannot read TypeScript.
import { readFile } from "node:fs/promises";
import { register } from "node:module";
import { fileURLToPath } from "node:url";
import { isMainThread } from "node:worker_threads";

// Node runs the hooks of this file in a separate thread.
if (isMainThread && !process.features.typescript) register(import.meta.url);

/**
 * The hook that Node.js calls to load a module. For a TypeScript file, the hook removes the types.
 */
export async function load(url, context, nextLoad) {
  if (!url.endsWith(".ts")) return nextLoad(url, context);
  const { transformSync } = await import("rolldown/utils");
  const path = fileURLToPath(url);
  const { code, errors } = transformSync(path, await readFile(path, "utf8"), {
    typescript: { onlyRemoveTypeImports: true },
  });
  if (errors.length > 0) throw new SyntaxError(`${path}: ${errors[0].message}`);
  return { format: "module", source: code, shortCircuit: true };
}
