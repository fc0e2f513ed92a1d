// Prints the results of a Kubernetes version's validation for given changes.
// Usage: node record.mjs RELEASE <CHANGES >ANSWERS. Go downloads two modules of the version. Of
// k8s.io/kubernetes, the program contains only pkg/apis/coordination.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * For each minor version, the last patch release in Go's module proxy at the time of the recording.
 */
const modules = {
  1.31: { kubernetes: "v1.31.14", apimachinery: "v0.31.14" },
  1.32: { kubernetes: "v1.32.13", apimachinery: "v0.32.13" },
  1.33: { kubernetes: "v1.33.13", apimachinery: "v0.33.13" },
  1.34: { kubernetes: "v1.34.4", apimachinery: "v0.34.13" },
  1.35: { kubernetes: "v1.35.4", apimachinery: "v0.35.10" },
  1.36: { kubernetes: "v1.36.4", apimachinery: "v0.36.6" },
  1.37: { kubernetes: "v1.37.0", apimachinery: "v0.37.2" },
};

const folder = mkdtempSync(join(tmpdir(), "go-releases-"));
const go = (...args) =>
  execFileSync("go", args, {
    cwd: folder,
    env: { ...process.env, GOWORK: "off", GOFLAGS: "-mod=mod" },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });

try {
  const release = modules[process.argv[2]];
  if (release === undefined) throw new Error(`usage: node record.mjs ${Object.keys(modules).join("|")}`);
  prepare(release);
  go("vet", "./...");
  go("build", "-o", "program", ".");
  execFileSync(join(folder, "program"), { stdio: "inherit" });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Creates a Go module in a temporary directory. The module contains main.go and the coordination
 * packages of the Kubernetes version.
 */
function prepare({ kubernetes, apimachinery }) {
  copyFileSync(join(import.meta.dirname, "main.go"), join(folder, "main.go"));
  go("mod", "init", "lease-guard.dev/go-releases");
  const { Dir: source } = JSON.parse(go("mod", "download", "-json", `k8s.io/kubernetes@${kubernetes}`));
  for (const [from, to] of [
    ["pkg/apis/coordination", "coordination"],
    ["pkg/apis/coordination/validation", "validation"],
  ]) {
    mkdirSync(join(folder, to));
    for (const name of readdirSync(join(source, from)).filter(
      (name) => name.endsWith(".go") && !name.endsWith("_test.go"),
    )) {
      writeFileSync(join(folder, to, name), withOwnImports(readFileSync(join(source, from, name), "utf8")));
    }
  }
  go("mod", "edit", `-require=k8s.io/apimachinery@${apimachinery}`, "-require=github.com/blang/semver/v4@v4.0.0");
}

/**
 * Replaces the imports of other Kubernetes packages. The functions that are needed from
 * core/validation only call the functions of apimachinery with the same names, so the code imports
 * apimachinery instead. core/validation itself would require most of Kubernetes.
 */
function withOwnImports(text) {
  return text
    .replace("k8s.io/kubernetes/pkg/apis/core/validation", "k8s.io/apimachinery/pkg/api/validation")
    .replace('"k8s.io/kubernetes/pkg/apis/coordination"', '"lease-guard.dev/go-releases/coordination"');
}
