import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

/** The root of the checkout that contains these tests. */
export const here: string = resolve(import.meta.dirname, "../..");

const settings = [".gitignore", ".oxlintrc.json", "biome.json", "package.json", "tsconfig.json"];
const made: string[] = [];

/**
 * Creates a checkout in a temporary directory. The new checkout contains the tools and settings of
 * this checkout, the parts with these names, and the given files. The test file must call
 * `removeCheckouts`.
 */
export function checkout(parts: readonly string[], files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), "lease-guard-checkout-"));
  made.push(root);
  for (const part of [...settings, ".ci", "scripts", ...parts]) {
    if (existsSync(join(here, part))) cpSync(join(here, part), join(root, part), { recursive: true });
  }
  symlinkSync(join(here, "node_modules"), join(root, "node_modules"));
  write(root, files);
  return root;
}

/**
 * Removes the checkouts that a test file created. Each test file must call this function in
 * `afterAll`.
 */
export function removeCheckouts(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Writes files below `root`. The keys of `files` are paths relative to `root`. */
export function write(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

/** The outcome of a command. `output` contains stdout and stderr. */
export interface Ended {
  readonly status: number | null;
  readonly output: string;
}

/** Runs a script of `scripts/` in a checkout. */
export function runScript(root: string, name: string, ...args: readonly string[]): Ended {
  return run(root, process.execPath, "--import", "./scripts/typescript.mjs", `scripts/${name}.ts`, ...args);
}

/** Runs a command in a checkout. */
export function run(root: string, command: string, ...args: readonly string[]): Ended {
  const path = [join(root, "node_modules/.bin"), process.env["PATH"]].join(":");
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, PATH: path, NO_COLOR: "1" },
  });
  return { status, output: stdout + stderr };
}
