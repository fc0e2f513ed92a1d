// Packs, compares the contents with what must be in a package, then installs and uses it as a stranger would.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const { bin, name, version } = JSON.parse(readFileSync("package.json", "utf8"));

/** Exactly these, what tsc makes of each source of the library, and the chunks of the command line. */
function expectedFiles() {
  const library = run("tsc", ["-p", "src", "--listFilesOnly"]).matchAll(/\/src\/(.+)\.ts$/gm);
  const compiled = Array.from(library, ([, path]) => [".js", ".d.ts"].map((end) => `dist/${path}${end}`)).flat();
  const below = (folder, extension) =>
    readdirSync(folder, { recursive: true }).flatMap((path) => (path.endsWith(extension) ? [`${folder}/${path}`] : []));
  return [
    ...["CHANGELOG.md", "LICENSE", "README.md", "docs/library.md", "docs/policy.md", "docs/testing-policies.md", "package.json"],
    ...compiled,
    ...["dist/cli/main.js", "dist/cli/package.json"],
    ...below("docs/rules", ".md"),
    ...below("docs/decisions", ".md"),
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

/** The bundler chooses their names. */
const isChunk = (path) => /^dist\/cli\/[a-z0-9-]+\.js$/.test(path);

function contentFaults(paths) {
  const expected = expectedFiles();
  return [
    ...paths.filter((path) => !expected.includes(path) && !isChunk(path)).map((path) => `${path} must not be in the package`),
    ...expected.filter((path) => !paths.includes(path)).map((path) => `${path} is missing from the package`),
    ...Object.entries(bin)
      .filter(([, main]) => !readFileSync(main, "utf8").startsWith("#!/usr/bin/env node\n"))
      .map(([command, main]) => `${main} (${command}) must begin with #!/usr/bin/env node`),
  ];
}

/** Strings are never made into code, so a hardened process can use the library. Every chunk must find what it asks for without our development dependencies. */
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

function useFaults(folder, tarball) {
  writeFileSync(join(folder, "package.json"), '{"private":true,"type":"module"}');
  writeFileSync(join(folder, "consumer.js"), consumer);
  run("npm", ["install", "--silent", "--ignore-scripts", "--prefer-offline", tarball], { cwd: folder });
  run(process.execPath, ["--disallow-code-generation-from-strings", "consumer.js"], { cwd: folder });
  const tell = (command, ...args) => run(join(folder, "node_modules/.bin", command), args, { cwd: folder });
  return [
    ...Object.keys(bin).flatMap((command) => {
      const said = tell(command, "--version").trim();
      return said === version ? [] : [`${command} --version said ${JSON.stringify(said)}, not ${version}`];
    }),
    // What these print is read from the package's own files.
    ...(tell(name, "explain", "schema/type").includes("(schema/type)") ? [] : ["explain found no page"]),
    ...(tell(name, "schema", "Lease").includes('"$defs"') ? [] : ["schema found no schema"]),
  ];
}

const folder = mkdtempSync(join(tmpdir(), "lease-guard-package-"));
try {
  const { tarball, paths } = pack(folder);
  const faults = [...contentFaults(paths), ...useFaults(folder, tarball)];
  for (const fault of faults) console.error(fault);
  if (faults.length === 0) console.log(`${paths.length} files, installed and used`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
