// Packs the project and checks the files in the package. Then installs the package in another
// project and uses it.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const { bin, name, version } = JSON.parse(readFileSync("package.json", "utf8"));

/**
 * Returns the files that the package must contain, except the chunks of the command line. tsc
 * builds the files of the library.
 */
function expectedFiles() {
  const library = run("tsc", ["-p", "src", "--listFilesOnly"]).matchAll(/\/src\/(.+)\.ts$/gm);
  const compiled = Array.from(library, ([, path]) => [".js", ".d.ts"].map((end) => `dist/${path}${end}`)).flat();
  const below = (folder, extension) =>
    readdirSync(folder, { recursive: true }).flatMap((path) => (path.endsWith(extension) ? [`${folder}/${path}`] : []));
  return [
    ...[
      "CHANGELOG.md",
      "CONTRIBUTING.md",
      "LICENSE",
      "README.md",
      "SECURITY.md",
      "action.yml",
      "bench/README.md",
      "bench/linear.svg",
      "package.json",
    ],
    ...compiled,
    ...["dist/cli/main.js", "dist/cli/package.json", "dist/cli/sbom.cdx.json"],
    ...[".md", ".png", ".svg"]
      .flatMap((extension) => below("docs", extension))
      .filter((path) => path !== "docs/index.md"),
    ...[".json", ".jsonl", ".md", ".yaml"].flatMap((extension) => below("examples", extension)),
    ...below("manifests", ".yaml"),
    ...below("manifests", ".json"),
    ...below("schemas", ".json"),
  ];
}

function pack(folder) {
  const output = run("npm", ["pack", "--silent", "--json", `--pack-destination=${folder}`]);
  const [{ filename, files }] = JSON.parse(output);
  return { tarball: join(folder, filename), paths: files.map(({ path }) => path) };
}

function run(command, args, options = {}) {
  return execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], ...options });
}

/** Matches the chunks of the command line, whose names the bundler chooses. */
const isChunk = (path) => /^dist\/cli\/[a-z0-9_-]+\.js$/.test(path);

function contentErrors(paths) {
  const expected = expectedFiles();
  return [
    ...paths
      .filter((path) => !expected.includes(path) && !isChunk(path))
      .map((path) => `${path} must not be in the package`),
    ...expected.filter((path) => !paths.includes(path)).map((path) => `${path} is missing from the package`),
    ...Object.entries(bin)
      .filter(([, main]) => !readFileSync(main, "utf8").startsWith("#!/usr/bin/env node\n"))
      .map(([command, main]) => `${main} (${command}) must begin with #!/usr/bin/env node`),
    ...paths.filter((path) => path.endsWith(".md")).flatMap((page) => deadLinks(page, paths)),
  ];
}

/** Returns an error for each relative link of a page to a file that is not in the package. */
function deadLinks(page, paths) {
  const prose = readFileSync(page, "utf8").replaceAll(/^```[\s\S]*?^```$|`[^`\n]+`/gm, "");
  return Array.from(prose.matchAll(/\]\(([^)#\s]+)/g), ([, target]) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => join(dirname(page), target))
    .filter((path) => !paths.some((packed) => packed === path || packed.startsWith(`${path.replace(/\/$/, "")}/`)))
    .map((path) => `${page} links to ${path}, which is not in the package`);
}

/**
 * A program that runs in the other project, after the package is installed there. Its process
 * forbids code generation from strings, as a hardened process does. Every chunk must load without
 * development dependencies.
 */
const consumer = `
import { createValidator } from "${name}";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
const lease = { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { name: "a" }, spec: { leaseDurationSeconds: 0 } };
const { findings } = createValidator().validate(lease);
if (findings[0]?.rule !== "lease/lease-duration-positive") throw new Error("the library found " + JSON.stringify(findings));
const commandLine = new URL("dist/cli/", import.meta.resolve("${name}/package.json"));
for (const chunk of readdirSync(commandLine)) if (chunk !== "main.js") createRequire(commandLine)("./" + chunk);
JSON.parse(readFileSync(fileURLToPath(import.meta.resolve("${name}/schemas/coordination.k8s.io/v1/lease.json")), "utf8"));
`;

function usageErrors(folder, tarball) {
  writeFileSync(join(folder, "package.json"), '{"private":true,"type":"module"}');
  writeFileSync(join(folder, "consumer.js"), consumer);
  run("npm", ["install", "--silent", "--ignore-scripts", "--offline", tarball], { cwd: folder });
  run(process.execPath, ["--disallow-code-generation-from-strings", "consumer.js"], { cwd: folder });
  const outputOf = (command, ...args) => run(join(folder, "node_modules/.bin", command), args, { cwd: folder });
  return [
    ...Object.keys(bin).flatMap((command) => {
      const printed = outputOf(command, "--version").trim();
      return printed === version ? [] : [`${command} --version printed ${JSON.stringify(printed)}, not ${version}`];
    }),
    // These two commands read files of the package.
    ...(outputOf(name, "explain", "schema/type").includes("(schema/type)") ? [] : ["explain does not print the page"]),
    ...(outputOf(name, "schema", "Lease").includes('"$defs"') ? [] : ["schema does not print the schema"]),
  ];
}

const folder = mkdtempSync(join(tmpdir(), "lease-guard-package-"));
try {
  const { tarball, paths } = pack(folder);
  const errors = [...contentErrors(paths), ...usageErrors(folder, tarball)];
  for (const error of errors) console.error(error);
  if (errors.length === 0) console.log(`${paths.length} files, installed and used`);
  process.exitCode = errors.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
