import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Returns the version in the package.json of a checkout. */
export function packageVersion(root = "."): string {
  return (JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { readonly version: string }).version;
}
