// Evaluates expressions of ValidatingAdmissionPolicies as kube-apiserver does.
// Usage: node evaluate.mjs <INPUT >OUTPUT. main.go describes both. LEASE_GUARD_KUBERNETES_TAG
// selects another version. Go downloads k8s.io/apiserver and builds the program once.
import { execFileSync } from "node:child_process";
import { goProgram, requireGo } from "../go-program.mjs";

const tag = process.env.LEASE_GUARD_KUBERNETES_TAG || "v1.36.4";
const version = tag.replace("v1.", "v0.");

const program = goProgram("go-cel", version, import.meta.dirname, (go) => {
  go("mod", "init", "lease-guard.dev/go-cel");
  requireGo(go, JSON.parse(go("mod", "download", "-json", `k8s.io/apiserver@${version}`)).GoMod);
  go("mod", "edit", ...["apiserver", "api", "apimachinery"].map((name) => `-require=k8s.io/${name}@${version}`));
});
execFileSync(program, { stdio: "inherit" });
