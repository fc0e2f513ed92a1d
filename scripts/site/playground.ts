import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "rolldown";
import { changedFields } from "../../src/playground/share-link.ts";
import { packageVersion } from "../package-version.ts";
import type { RuleExample } from "./rule-examples.ts";

const folder = "docs/playground";

export async function buildPlayground(out: string, examples: readonly RuleExample[]): Promise<void> {
  await build({
    input: join(folder, "page.ts"),
    platform: "browser",
    resolve: { alias: { yaml: resolve("node_modules/yaml/browser/index.js") } },
    output: {
      dir: out,
      format: "esm",
      minify: true,
      entryFileNames: "[name].js",
      chunkFileNames: "[name].js",
      comments: { legal: true },
      // One file of the editor is smaller than its parts. Completions load later.
      codeSplitting: { groups: [{ name: "editor", test: /@codemirror\/(?!autocomplete)|@lezer/ }] },
    },
  });
  // The content security policy of the page allows no image with its own address.
  const mark = readFileSync("docs/images/mark.svg", "base64");
  const page = readFileSync(join(folder, "index.html"), "utf8");
  writeFileSync(join(out, "index.html"), page.replace('href="data:,"', `href="data:image/svg+xml;base64,${mark}"`));
  const entries = examples.map(({ rule, section, input }) => [`${rule}: ${words[section]}`, changedFields(input)]);
  const text = `export const version = ${JSON.stringify(packageVersion())};\nexport const examples = ${JSON.stringify(entries)};\n`;
  writeFileSync(join(out, "examples.js"), text);
}

const words: Readonly<Record<RuleExample["section"], string>> = { Denied: "denied", Accepted: "accepted" };
