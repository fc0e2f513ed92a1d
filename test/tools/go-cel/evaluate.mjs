// Evaluates expressions of ValidatingAdmissionPolicies as kube-apiserver does.
// Usage: node evaluate.mjs <INPUT >OUTPUT. main.go describes both. Go downloads k8s.io/apiserver
// and builds the program once, into ${XDG_CACHE_HOME:-~/.cache}/lease-guard/go-cel.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const version = "v0.36.4";
const source = join(import.meta.dirname, "main.go");

execFileSync(program(), { stdio: "inherit" });

/** Returns the path of the program. Builds it unless this source has been built before. */
function program() {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "lease-guard", "go-cel");
  const hash = createHash("sha256").update(version).update(readFileSync(source)).digest("hex").slice(0, 16);
  const built = join(cache, hash);
  if (existsSync(built)) return built;
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "build-"));
  try {
    build(folder);
    // Another process can have built the same program. The renaming replaces it at once.
    renameSync(join(folder, "program"), built);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return built;
}

function build(folder) {
  const go = (...args) =>
    execFileSync("go", args, {
      cwd: folder,
      env: { ...process.env, GOWORK: "off", GOFLAGS: "-mod=mod" },
      stdio: ["ignore", "ignore", "pipe"],
    });
  copyFileSync(source, join(folder, "main.go"));
  go("mod", "init", "lease-guard.dev/go-cel");
  go("mod", "edit", ...["apiserver", "api", "apimachinery"].map((name) => `-require=k8s.io/${name}@${version}`));
  go("vet", ".");
  go("build", "-o", "program", ".");
}
