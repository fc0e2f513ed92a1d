// Evaluates expressions of ValidatingAdmissionPolicies as kube-apiserver does.
// Usage: node evaluate.mjs <INPUT >OUTPUT. main.go describes both. Go downloads k8s.io/apiserver
// and builds the program once.
import { execFileSync } from "node:child_process";
import { goProgram } from "../go-program.mjs";

const version = "v0.36.4";

const program = goProgram("go-cel", version, import.meta.dirname, (go) => {
  go("mod", "init", "lease-guard.dev/go-cel");
  go("mod", "edit", ...["apiserver", "api", "apimachinery"].map((name) => `-require=k8s.io/${name}@${version}`));
});
execFileSync(program, { stdio: "inherit" });
