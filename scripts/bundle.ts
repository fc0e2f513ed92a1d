// The command line as a few CommonJS files, which node starts sooner than many small modules: main.js, and one for each `import()`.
// What it runs with is inside, but for node-forge and the Kubernetes client, which few need. They stay dependencies, pinned to what is
// bundled, so that whoever lists what is installed sees them. It imports no other script: an image is built with this one alone.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build, type Plugin, type RenderedChunk } from "rolldown";

const packageFolder = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/** A copy of a package must carry its licence. */
function licences({ moduleIds }: RenderedChunk): string {
  const packages = new Map(
    moduleIds.flatMap((id) => {
      const [folder, name] = packageFolder.exec(id) ?? [];
      return folder === undefined ? [] : [[folder, name] as const];
    }),
  );
  return Array.from(packages, ([folder, name]) => `/*! ${name}\n\n${licence(folder)}*/`).join("\n");
}

function licence(folder: string): string {
  const name = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
  if (name === undefined) throw new Error(`${folder} has no licence`);
  return readFileSync(join(folder, name), "utf8");
}

/** The package's own package.json says that dist is ESM. */
const packageType: Plugin = {
  name: "package-type",
  generateBundle(): void {
    this.emitFile({ type: "asset", fileName: "package.json", source: '{ "type": "commonjs" }\n' });
  },
};

/** What Express loads beyond its router, for what we never ask of it. */
const beyondTheRouter = [
  ...["accepts", "body-parser", "content-disposition", "content-type", "cookie", "cookie-signature", "etag", "finalhandler", "fresh"],
  ...["mime-types", "qs", "range-parser", "send", "serve-static", "type-is", "vary"],
];

/** Other such: commands that are programs of their own, metrics that are pushed, exemplars. */
const unused: readonly (readonly [name: string, module: string])[] = [
  ["commander", "node:child_process"],
  ...beyondTheRouter.map((name) => ["express", name] as const),
  ["prom-client", "@opentelemetry/api"],
  ["prom-client", "./lib/pushgateway"],
];

/** Modules in the place of these: to use one is a bug, but that `debug` makes a log which says nothing. */
const emptyModules: Readonly<Record<string, string>> = {
  "\0unused": 'module.exports = () => { throw new Error("this module is not in the bundle"); };',
  "\0silent": "module.exports = () => () => {};",
};
const withoutUnused: Plugin = {
  name: "without-unused",
  resolveId: (source, importer = "") => {
    if (source === "debug") return "\0silent";
    return unused.some(([name, module]) => source === module && importer.includes(`/node_modules/${name}/`)) ? "\0unused" : undefined;
  },
  load: (id) => emptyModules[id],
};

const sharedByReports = /\/src\/(?:field|report)\/|\/src\/text\/pluralize|\/reports\/(?:cases|order|result|suite-run)\.ts$/;

await build({
  input: "src/cli/main.ts",
  platform: "node",
  external: ["@kubernetes/client-node", "node-forge"],
  // The same library, but that it does not ask the environment at every token: a fifth of its time.
  resolve: { alias: { yaml: resolve("node_modules/yaml/browser/index.js") } },
  plugins: [packageType, withoutUnused],
  output: {
    dir: "dist/cli",
    format: "cjs",
    dynamicImportInCjs: false,
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
    // One file for what the reports share, because loading a file takes some tenths of a millisecond.
    codeSplitting: { groups: [{ name: "report", test: sharedByReports }] },
    comments: { jsdoc: false },
    banner: licences,
  },
});
