import { readFileSync } from "node:fs";
import { join } from "node:path";
import { leaseOf } from "./action.ts";

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { readonly version: string };

/** Returns a program in the repository that the action must not run. */
const hostile = (workspace: string): string =>
  `#!/usr/bin/env node\nrequire("fs").writeFileSync(${JSON.stringify(join(workspace, "ran"))}, "");\n`;

/**
 * Returns the files of a repository. Each file except the two manifests tries to make the action
 * run code of the repository instead of the action's code. This code writes the file `ran`.
 */
export function hostileCheckout(workspace: string): Readonly<Record<string, string>> {
  return {
    "good.yaml": leaseOf(15),
    "bad lease.yaml": leaseOf(0),
    ".npmrc": `registry=http://127.0.0.1:1/\nscript-shell=${workspace}/evil.js\nnode-options=--require ${workspace}/evil.js\nignore-scripts=false\n`,
    "package.json": JSON.stringify({
      name: "lease-guard",
      version,
      type: "module",
      scripts: { build: "node evil.js", prepare: "node evil.js" },
    }),
    "evil.js": hostile(workspace),
    "dist/cli/main.js": hostile(workspace),
    "node_modules/.bin/lease-guard": hostile(workspace),
    "node_modules/.bin/npm": hostile(workspace),
    "node_modules/commander/index.js": hostile(workspace),
    "node_modules/lease-guard/package.json": JSON.stringify({
      name: "lease-guard",
      version,
      bin: { "lease-guard": "main.js" },
    }),
    "node_modules/lease-guard/main.js": hostile(workspace),
  };
}
