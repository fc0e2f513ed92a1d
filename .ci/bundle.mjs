// The command line as a few CommonJS files, which node starts sooner than many small modules: main.js, and one for each `import()`.
// commander and yaml are inside. They stay dependencies, pinned to what is bundled, so that whoever lists what is installed sees them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "rolldown";

const packageName = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/** A copy of a package must carry its licence. */
function licences({ moduleIds }) {
  const names = new Set(moduleIds.flatMap((id) => packageName.exec(id)?.[1] ?? []));
  return Array.from(names, (name) => `/*! ${name}\n\n${readFileSync(`node_modules/${name}/LICENSE`, "utf8")}*/`).join("\n");
}

/** The package's own package.json says that dist is ESM. */
const packageType = {
  name: "package-type",
  generateBundle() {
    this.emitFile({ type: "asset", fileName: "package.json", source: '{ "type": "commonjs" }\n' });
  },
};

/** commander loads it for commands that are programs of their own, as none of ours is; with what it brings it takes milliseconds. */
const noChildProcess = {
  name: "no-child-process",
  resolveId: (source, importer) =>
    source === "node:child_process" && importer.includes("/node_modules/commander/") ? "\0no-child-process" : undefined,
  load: (id) => (id === "\0no-child-process" ? "module.exports = {};" : undefined),
};

await build({
  input: "src/cli/main.ts",
  platform: "node",
  external: ["@kubernetes/client-node", "express", "node-forge", "pino", "prom-client"],
  // The same library, but that it does not ask the environment at every token: a fifth of its time.
  resolve: { alias: { yaml: join(process.cwd(), "node_modules/yaml/browser/index.js") } },
  plugins: [packageType, noChildProcess],
  output: {
    dir: "dist/cli",
    format: "cjs",
    dynamicImportInCjs: false,
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
    comments: { jsdoc: false },
    banner: licences,
  },
});
