// Prints the results of a Kubernetes version's validation for given changes.
// Usage: node record.mjs RELEASE <CHANGES >ANSWERS. RELEASE is a minor version in modules.json, or any
// version of k8s.io/kubernetes, such as v1.38.0-rc.0. Go downloads the modules of the version. Of
// k8s.io/kubernetes, the program contains only pkg/apis/coordination.
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { requireGo } from "../go-program.mjs";

/**
 * For each minor version, the last patch release in Go's module proxy at the time of the recording.
 */
const modules = JSON.parse(readFileSync(join(import.meta.dirname, "modules.json"), "utf8"));

const folder = mkdtempSync(join(tmpdir(), "go-releases-"));
const go = (...args) =>
  execFileSync("go", args, {
    cwd: folder,
    // A new Kubernetes can need a newer Go than the installed one. Go then downloads it.
    env: { ...process.env, GOWORK: "off", GOFLAGS: "-mod=mod", GOTOOLCHAIN: "auto" },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });

try {
  const [, , wanted = ""] = process.argv;
  const tagged = wanted.startsWith("v1.") && { kubernetes: wanted, apimachinery: wanted.replace("v1.", "v0.") };
  const release = modules[wanted] ?? tagged;
  if (!release) throw new Error(`usage: node record.mjs ${Object.keys(modules).join("|")}|TAG`);
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
  const { Dir: source, GoMod } = JSON.parse(go("mod", "download", "-json", `k8s.io/kubernetes@${kubernetes}`));
  requireGo(go, GoMod);
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
  const declared = ["v1", "v1beta1", "v1alpha2"].filter((version) =>
    existsSync(join(source, "pkg/apis/coordination", version, "zz_generated.validations.go")),
  );
  for (const version of declared) {
    mkdirSync(join(folder, version));
    for (const name of ["register.go", "zz_generated.defaults.go", "zz_generated.validations.go"])
      copyFileSync(join(source, "pkg/apis/coordination", version, name), join(folder, version, name));
  }
  const covered = declared.length > 0 ? "declarative" : "handwritten";
  copyFileSync(join(import.meta.dirname, covered, "covered.go"), join(folder, "covered.go"));
  if (declared.length > 0) go("mod", "edit", `-require=k8s.io/api@${apimachinery}`);
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
