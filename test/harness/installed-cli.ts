import { chmodSync, symlinkSync } from "node:fs";
import { join } from "node:path";

/** Puts the built command line into a folder under all its names, as npm links what a package installs. */
export function installCli(folder: string): void {
  const main = join(import.meta.dirname, "../../dist/cli/main.js");
  chmodSync(main, 0o755);
  for (const name of ["lease-guard", "kubectl-lease_guard"]) symlinkSync(main, join(folder, name));
}
