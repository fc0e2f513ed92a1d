import { execFileSync } from "node:child_process";
import { cpSync, lstatSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

/**
 * Copies the files that a clone would have if all changes were committed. Does not copy links,
 * because `npm ci` would empty the target of a link to node_modules.
 */
export function copyCheckout(folder: string): void {
  const list = ["-c", `safe.directory=${root}`, "ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  for (const path of execFileSync("git", list, { cwd: root, encoding: "utf8" }).split("\0")) {
    const file = join(root, path);
    if (path !== "" && lstatSync(file, { throwIfNoEntry: false })?.isFile()) cpSync(file, join(folder, path));
  }
}
