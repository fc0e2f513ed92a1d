// Prints the strategies and leaders that Kubernetes chooses for given sets of LeaseCandidates.
// Usage: node record.mjs v1alpha1|v1beta1 [TAG] <SETS >RESULTS. TAG is a version of k8s.io/kubernetes
// instead of the one in `modules`. Go downloads k8s.io/kubernetes. Of that
// module, the program contains only election.go.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { requireGo } from "../go-program.mjs";

/** For each version of LeaseCandidate, a Kubernetes version whose elections use it. */
const modules = {
  v1alpha1: { kubernetes: "v1.31.14", api: "v0.31.14" },
  v1beta1: { kubernetes: "v1.36.4", api: "v0.36.4" },
};

const folder = mkdtempSync(join(tmpdir(), "go-elections-"));
const go = (...args) =>
  execFileSync("go", args, {
    cwd: folder,
    env: { ...process.env, GOWORK: "off", GOFLAGS: "-mod=mod", GOTOOLCHAIN: "auto" },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });

try {
  const [, , served, tag] = process.argv;
  if (!Object.hasOwn(modules, served)) throw new Error(`usage: node record.mjs ${Object.keys(modules).join("|")}`);
  prepare(served, tag === undefined ? modules[served] : { kubernetes: tag, api: tag.replace("v1.", "v0.") });
  go("vet", "./...");
  go("build", "-o", "program", ".");
  execFileSync(join(folder, "program"), { stdio: "inherit" });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Creates a Go module in a temporary directory. The module contains main.go, exports.go, and the
 * file election.go of the Kubernetes version.
 */
function prepare(served, { kubernetes, api }) {
  const exported = join("leaderelection", "exports.go");
  mkdirSync(join(folder, "leaderelection"));
  copyFileSync(join(import.meta.dirname, "main.go"), join(folder, "main.go"));
  writeFileSync(
    join(folder, exported),
    readFileSync(join(import.meta.dirname, exported), "utf8").replaceAll("v1beta1", served),
  );
  go("mod", "init", "lease-guard.dev/go-elections");
  const { Dir: source, GoMod } = JSON.parse(go("mod", "download", "-json", `k8s.io/kubernetes@${kubernetes}`));
  requireGo(go, GoMod);
  copyFileSync(
    join(source, "pkg/controlplane/controller/leaderelection/election.go"),
    join(folder, "leaderelection", "election.go"),
  );
  go("mod", "edit", `-require=k8s.io/api@${api}`, "-require=github.com/blang/semver/v4@v4.0.0");
}
