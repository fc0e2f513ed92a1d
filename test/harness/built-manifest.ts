import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { build } from "rolldown";
import { here } from "../ci/checkout.ts";

/**
 * Builds the manifest reader for separate processes, in the form that node loads. The caller must
 * remove the directory. From this directory, node finds the dependencies of lease-guard.
 */
export async function buildManifest(): Promise<string> {
  const dir = mkdtempSync(join(here, "node_modules/.built-manifest-"));
  await build({
    input: { "read-documents": "src/manifest/read-documents.ts", "decode-text": "src/manifest/decode-text.ts" },
    cwd: here,
    platform: "node",
    external: ["yaml"],
    output: { dir, format: "esm", entryFileNames: "[name].mjs", chunkFileNames: "[name].mjs" },
  });
  return dir;
}
