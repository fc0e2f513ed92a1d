import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/**
 * Returns the path of a Go program. Builds the program once, into
 * ${XDG_CACHE_HOME:-~/.cache}/lease-guard/NAME, unless the same sources have been built before.
 * `sources` is the directory of the sources. `prepare` writes go.mod, and gets a function that runs
 * `go` in the directory of the build.
 */
export function goProgram(name, version, sources, prepare) {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "lease-guard", name);
  const files = readdirSync(sources).filter((file) => file.endsWith(".go"));
  const hash = createHash("sha256").update(version);
  for (const file of files) hash.update(readFileSync(join(sources, file)));
  const built = join(cache, hash.digest("hex").slice(0, 16));
  if (existsSync(built)) return built;
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "build-"));
  const go = (...args) =>
    execFileSync("go", args, {
      cwd: folder,
      // A new Kubernetes can need a newer Go than the installed one. Go then downloads it.
      env: { ...process.env, GOWORK: "off", GOFLAGS: "-mod=mod", GOTOOLCHAIN: "auto" },
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  try {
    for (const file of files) copyFileSync(join(sources, file), join(folder, file));
    prepare(go, folder);
    go("vet", ".");
    go("build", "-o", "program", ".");
    // Another process can have built the same program. The renaming replaces it at once.
    renameSync(join(folder, "program"), built);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return built;
}

/**
 * Kubernetes 1.38.0-beta.0 requires version 7.0.1 of this module, which Go's module proxy does not
 * have. The programs do not call the module.
 */
const mergeDiff = "sigs.k8s.io/structured-merge-diff/v7@v7.0.1=sigs.k8s.io/structured-merge-diff/v7@v7.0.0";

/** Raises the version of Go to that in the go.mod of a Kubernetes module. */
export function requireGo(go, goMod) {
  const [, version] = /^go (.+)$/m.exec(readFileSync(goMod, "utf8")) ?? [];
  const installed = go("env", "GOVERSION").trim().slice("go".length);
  if (version.localeCompare(installed, "en", { numeric: true }) > 0) go("mod", "edit", `-go=${version}`);
  go("mod", "edit", `-replace=${mergeDiff}`);
}
