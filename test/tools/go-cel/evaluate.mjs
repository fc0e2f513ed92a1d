// Evaluates expressions of ValidatingAdmissionPolicies as kube-apiserver does.
// Usage: node evaluate.mjs <INPUT >OUTPUT. main.go describes both. Go downloads k8s.io/apiserver.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const version = "v0.36.4";

const folder = mkdtempSync(join(tmpdir(), "go-cel-"));
const go = (...args) =>
  execFileSync("go", args, {
    cwd: folder,
    env: { ...process.env, GOWORK: "off", GOFLAGS: "-mod=mod" },
    stdio: ["ignore", "ignore", "pipe"],
  });

try {
  copyFileSync(join(import.meta.dirname, "main.go"), join(folder, "main.go"));
  go("mod", "init", "lease-guard.dev/go-cel");
  go("mod", "edit", ...["apiserver", "api", "apimachinery"].map((name) => `-require=k8s.io/${name}@${version}`));
  go("vet", ".");
  go("build", "-o", "program", ".");
  execFileSync(join(folder, "program"), { stdio: "inherit" });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
