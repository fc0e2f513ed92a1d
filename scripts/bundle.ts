// Bundles the command line into a few CommonJS files: main.js, large-review-worker.js,
// policy-worker.js, and the files that these three load. Node loads a few files faster than many
// small modules. The bundle contains all packages that the command line uses, and
// dist/cli/sbom.cdx.json lists them. This script imports no other script, because the image build
// copies only this script.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build, type Plugin, type RenderedChunk } from "rolldown";

const packageFolder = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/**
 * Returns the licenses of the packages in one file of the bundle, because each copy of a package
 * must contain the license of the package.
 */
function licenses({ moduleIds }: RenderedChunk): string {
  const packages = new Map(
    moduleIds.flatMap((id) => {
      const [folder, name] = packageFolder.exec(id) ?? [];
      return folder === undefined ? [] : [[folder, name] as const];
    }),
  );
  return Array.from(packages, ([folder, name]) => `/*! ${name}\n\n${license(folder)}*/`).join("\n");
}

function license(folder: string): string {
  const name = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
  if (name === undefined) throw new Error(`${folder} has no license`);
  return readFileSync(join(folder, name), "utf8");
}

/**
 * Declares the bundle as CommonJS, because the package.json of lease-guard declares dist as ESM.
 */
const packageType: Plugin = {
  name: "package-type",
  generateBundle(): void {
    this.emitFile({ type: "asset", fileName: "package.json", source: '{ "type": "commonjs" }\n' });
  },
};

interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

/** Writes sbom.cdx.json, a CycloneDX list of the packages in the bundle. */
const sbom: Plugin = {
  name: "sbom",
  generateBundle(_, bundle): void {
    const chunks = Object.values(bundle).flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
    const folders = new Set(chunks.flatMap((id) => packageFolder.exec(id)?.[0] ?? []));
    const components = Array.from(folders, readPackage).sort(byName).map(component);
    const { name, version } = readPackage(".");
    const metadata = { component: { type: "application", name, version } };
    const list = { bomFormat: "CycloneDX", specVersion: "1.6", version: 1, metadata, components };
    this.emitFile({ type: "asset", fileName: "sbom.cdx.json", source: `${JSON.stringify(list, null, 2)}\n` });
  },
};

function readPackage(folder: string): PackageJson {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

function component({ name, version, license }: PackageJson) {
  const licenses = license === undefined ? [] : [{ expression: license }];
  return { type: "library", name, version, purl: `pkg:npm/${name.replace("@", "%40")}@${version}`, licenses };
}

function byName(left: PackageJson, right: PackageJson): number {
  return left.name < right.name ? -1 : 1;
}

/**
 * Replaces the getters in `exports` with plain properties. Nothing in the bundle changes an
 * exported variable, and V8 calls a function of another file faster without a getter.
 */
const plainExports: Plugin = {
  name: "plain-exports",
  renderChunk: (code) =>
    code.replaceAll(
      /Object\.defineProperty\(exports, "(\w+)", \{\s*enumerable: true,\s*get: function \(\) \{\s*return (\w+);\s*\}\s*\}\);/g,
      "exports.$1 = $2;",
    ),
};

/** Modules that Express loads for features that lease-guard does not use. */
const beyondTheRouter = [
  ...[
    "accepts",
    "body-parser",
    "content-disposition",
    "content-type",
    "cookie",
    "cookie-signature",
    "etag",
    "finalhandler",
    "fresh",
  ],
  ...["mime-types", "qs", "range-parser", "send", "serve-static", "type-is", "vary"],
];

/**
 * Packages, each with a module that the package imports but lease-guard does not use. commander
 * needs the module for commands in separate programs. prom-client needs the modules for exemplars
 * and pushed metrics. The Kubernetes client needs the modules for requests.
 */
const unused: readonly (readonly [name: string, module: string])[] = [
  ["commander", "node:child_process"],
  ...beyondTheRouter.map((name) => ["express", name] as const),
  ["prom-client", "@opentelemetry/api"],
  ["prom-client", "./lib/pushgateway"],
  ["@kubernetes/client-node", "./gen/index.js"],
  ["@kubernetes/client-node", "node-fetch"],
];

/**
 * The code of each replacement by its id. The first replacement throws when it is called. The
 * second one replaces `debug`, and returns a function that prints nothing.
 */
const emptyModules: Readonly<Record<string, string>> = {
  "\0unused": 'module.exports = () => { throw new Error("this module is not in the bundle"); };',
  "\0silent": "module.exports = () => () => {};",
};
const withoutUnused: Plugin = {
  name: "without-unused",
  resolveId: (source, importer = "") => {
    if (source === "debug") return "\0silent";
    return unused.some(([name, module]) => source === module && importer.includes(`/node_modules/${name}/`))
      ? "\0unused"
      : undefined;
  },
  load: (id) => emptyModules[id],
};

// Loading a file takes a few tenths of a millisecond, so the modules that many commands load are in
// a few files. Every start loads the first file. Without this file, the modules in it would be in
// one of the others, and every start would load that file.
const start =
  /\/src\/(?:engine\/review\/limits|core\/api\/(?:field-validation|json-object|kubernetes-version|meta|user-extra)|core\/field\/(?:go-quote|result|severity)|policy\/policy|report\/sanitize|rules\/rule|core\/text\/(?:byte-length|character-codes|closest-name|date-or-time|duration|endpoints|join-words|names|rule-id|system-error|time)|terminal\/(?:errors|output|package))\.ts$/;
const reports =
  /\/src\/(?:core\/field|report)\/|\/src\/core\/text\/pluralize|\/reports\/(?:cases|order|result|suite-run)\.ts$|\/check\/reports\/(?:not-\w+|text)\.ts$/;
const fullYaml = /\/src\/manifest\/yaml\/(?:read-yaml|yaml-source)\.ts$|\/node_modules\/yaml\//;
const inputs =
  /\/src\/(?:manifest\/(?:(?:document|path-index|read-documents|split-documents)\.ts$|json\/|yaml\/(?!read-yaml|yaml-source))|recording\/recorded-review|core\/(?:files\/read-regular-file|text\/(?:decode-text|shell-quote|yaml-boolean))|terminal\/(?:chosen-policy|document-problems|find-files|inputs|limit-young-generation|progress|report-file)\.ts$)/;
const engine = /\/src\/(?:engine|core\/api|policy\/(?!file)|rules\/(?!cel)|schema)\//;

await build({
  input: ["src/cli/main.ts", "src/webhook/large-review-worker.ts", "src/webhook/policy-worker.ts"],
  platform: "node",
  // The build of the YAML library for browsers. The build for Node reads the environment for each
  // token, which takes a fifth of the parsing time.
  resolve: { alias: { yaml: resolve("node_modules/yaml/browser/index.js") } },
  plugins: [packageType, withoutUnused, plainExports, sbom],
  output: {
    dir: "dist/cli",
    format: "cjs",
    dynamicImportInCjs: false,
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
    codeSplitting: {
      groups: [
        { name: "start", test: start, priority: 1 },
        { name: "report", test: reports },
        { name: "engine", test: engine },
        { name: "inputs", test: inputs },
        { name: "yaml", test: fullYaml },
      ],
    },
    comments: { jsdoc: false, annotation: false },
    banner: licenses,
  },
});
