// Compares two versions of Kubernetes in the paths of upstream/watched.ts, and writes a report of
// what changed, what lease-guard has to follow, and what is equal.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { defaultKubernetesVersion } from "../src/core/api/kubernetes-version.ts";
import { type Compared, differencesOf, type Files, type Ran, report } from "./upstream/differences.ts";
import { type Watched, watched } from "./upstream/watched.ts";

const usage = `usage: npm run upstream -- [--from TAG] [--to TAG] [--skip-oracles] [--skip-live] [--output FILE]
  --from TAG      default: the version whose validation is recorded
  --to TAG        default: the newest version in the module proxy
  --skip-oracles  do not rebuild the programs with the code of the newer version
  --skip-live     do not start an API server of the newer version
  --output FILE   default: standard output`;

const recorded = JSON.parse(
  readFileSync(join(import.meta.dirname, "../test/tools/go-releases/modules.json"), "utf8"),
) as Readonly<Record<string, { readonly kubernetes: string }>>;

const folder = mkdtempSync(join(tmpdir(), "lease-guard-upstream-"));
const env = { ...process.env, GOWORK: "off", GOFLAGS: "-mod=mod", GOTOOLCHAIN: "auto" };
const go = (...args: readonly string[]): string =>
  execFileSync("go", args, { cwd: folder, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

/** Returns the directory of a module. The version is a version of Kubernetes. */
function directoryOf(module: string, version: string): string {
  const tag = module === "k8s.io/kubernetes" ? version : version.replace(/^v1\./, "v0.");
  const { Dir } = JSON.parse(go("mod", "download", "-json", `${module}@${tag}`)) as { readonly Dir: string };
  return Dir;
}

function filesOf({ module, path }: Watched, version: string): Files {
  const directory = directoryOf(module, version);
  if (!existsSync(join(directory, path))) return new Map();
  const names = statSync(join(directory, path)).isFile()
    ? [path]
    : readdirSync(join(directory, path), { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".go"))
        .map((name) => join(path, name));
  return new Map(names.map((name) => [name, readFileSync(join(directory, name), "utf8")]));
}

function compare(each: Watched, from: string, to: string): Compared {
  const [before, after] = [filesOf(each, from), filesOf(each, to)];
  if (after.size === 0)
    throw new Error(`${each.module}/${each.path} has no files in ${to}: change upstream/watched.ts`);
  return { ...each, before, after };
}

const oracles = ["go-releases", "go-elections", "cel-laws", "cel-recordings"].map(
  (name) => `test/tools/${name}.test.ts`,
);
const live = ["one-version", "one-version-policies"].map((name) => `test/live/versions/${name}.test.ts`);

/** Runs tests in an environment that selects a version of Kubernetes. */
function run(test: string, files: readonly string[], selection: Readonly<Record<string, string>>): Ran {
  const vitest = ["vitest", "run", "--project", ...files];
  const { status } = spawnSync("npx", vitest, { env: { ...process.env, ...selection }, stdio: ["ignore", 2, 2] });
  return { test, outcome: status === 0 ? "passed" : "failed" };
}

function main(): number {
  const flag = { type: "boolean" } as const;
  const text = { type: "string" } as const;
  const options = { from: text, to: text, output: text, "skip-oracles": flag, "skip-live": flag };
  const { values } = parseArgs({ options });
  const to = values.to ?? go("list", "-m", "-versions", "k8s.io/kubernetes").trim().split(" ").at(-1) ?? "";
  const from = values.from ?? recorded[defaultKubernetesVersion]?.kubernetes ?? "";
  if (from === to && values.to === undefined) {
    process.stderr.write(`the newest version is ${to}, which is recorded; no report was written\n`);
    return 0;
  }
  if (from === to || watched.length === 0) throw new Error(`there is nothing to compare from ${from} to ${to}`);
  const compared = watched.map((each) => compare(each, from, to));
  const [skipsOracles, skipsLive] = [values["skip-oracles"], values["skip-live"]];
  if (!skipsOracles || !skipsLive) execFileSync("npm", ["run", "--silent", "build"]);
  const ran = [
    !skipsOracles && run("recorded oracles", ["tools", ...oracles], { LEASE_GUARD_KUBERNETES_TAG: to }),
    !skipsLive && run("live API server", ["versions", ...live], { LEASE_GUARD_KUBERNETES_VERSION: to.slice(1) }),
  ].filter((each) => each !== false);
  const markdown = `${report(`${from} → ${to}`, compared, ran)}\n`;
  if (values.output === undefined) process.stdout.write(markdown);
  else writeFileSync(values.output, markdown);
  const count = compared.filter((each) => differencesOf(each).length > 0).length;
  process.stderr.write(`${count} of ${compared.length} watched paths differ\n`);
  return ran.some(({ outcome }) => outcome === "failed") ? 1 : 0;
}

try {
  process.exitCode = main();
} catch (error) {
  process.stderr.write(`error: ${error instanceof Error ? error.message : error}\n${usage}\n`);
  process.exitCode = 2;
} finally {
  rmSync(folder, { recursive: true });
}
