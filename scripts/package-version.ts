import { readFileSync } from "node:fs";
import { join } from "node:path";

interface Manifest {
  readonly version: string;
  readonly engines: { readonly node: string };
}

export function packageVersion(root = "."): string {
  return manifestOf(root).version;
}

/** Returns the oldest version of Node.js that a checkout supports, such as `20.19`. */
export function oldestNode(root = "."): string {
  return manifestOf(root).engines.node.replace(">=", "");
}

function manifestOf(root: string): Manifest {
  return JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
}
