import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { build } from "rolldown";
import { here } from "../ci/checkout.ts";

/**
 * Builds the manifest reader as JavaScript for separate processes, and returns the directory of the
 * files. From this directory, which is in node_modules, Node.js finds the dependencies of
 * lease-guard. The caller must remove the directory.
 */
export async function buildManifest(): Promise<string> {
  const dir = mkdtempSync(join(here, "node_modules/.built-manifest-"));
  await build({
    input: { "read-documents": "src/manifest/read-documents.ts", "decode-text": "src/core/text/decode-text.ts" },
    cwd: here,
    platform: "node",
    external: ["yaml"],
    output: { dir, format: "esm", entryFileNames: "[name].mjs", chunkFileNames: "[name].mjs" },
  });
  return dir;
}
