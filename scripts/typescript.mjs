// Runs a script that is TypeScript, which Node reads by itself from 22.18 on: node --import ./scripts/typescript.mjs scripts/NAME.ts
// Plain JavaScript, because it runs before anything else can be read.
import { readFile } from "node:fs/promises";
import { register } from "node:module";
import { fileURLToPath } from "node:url";
import { isMainThread } from "node:worker_threads";

// Node loads these hooks, this very file, into a thread of their own.
if (isMainThread && !process.features.typescript) register(import.meta.url);

/** The hook of Node's that reads a module: this one removes the types of a TypeScript file. */
export async function load(url, context, nextLoad) {
  if (!url.endsWith(".ts")) return nextLoad(url, context);
  const { transformSync } = await import("rolldown/utils");
  const path = fileURLToPath(url);
  const { code, errors } = transformSync(path, await readFile(path, "utf8"), { typescript: { onlyRemoveTypeImports: true } });
  if (errors.length > 0) throw new SyntaxError(`${path}: ${errors[0].message}`);
  return { format: "module", source: code, shortCircuit: true };
}
