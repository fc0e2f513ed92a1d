// Prints reviews of random objects that kube-apiserver accepts, one on each line.
// Usage: node print.mjs SEED COUNT. Go downloads k8s.io/kubernetes and builds the program once.
// Without arguments, the script only builds the program.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { goProgram } from "../go-program.mjs";

const minor = "36.4";

const program = goProgram("go-encoder", minor, import.meta.dirname, (go, folder) => {
  const { GoMod } = JSON.parse(go("mod", "download", "-json", `k8s.io/kubernetes@v1.${minor}`));
  writeFileSync(join(folder, "go.mod"), goMod(readFileSync(GoMod, "utf8")));
});
const args = process.argv.slice(2);
if (args.length > 0) execFileSync(program, args, { stdio: "inherit" });

/**
 * Returns a go.mod file with the published versions of the modules that Kubernetes replaces with
 * directories of its own repository, as .ci/kube-assets does.
 */
function goMod(kubernetes) {
  const staged = Array.from(kubernetes.matchAll(/^\s*(k8s\.io\/\S+) => \.\/staging\//gm), ([, name]) => name);
  const replaced = staged.map((name) => `replace ${name} => ${name} v0.${minor}\n`).join("");
  const [language] = /^go .*$/m.exec(kubernetes) ?? [];
  return `module lease-guard.dev/go-encoder\n\n${language}\n\nrequire k8s.io/kubernetes v1.${minor}\n\n${replaced}`;
}
