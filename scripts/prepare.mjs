// Builds once npm has installed the dependencies of a checkout, and before it packs.
// Plain JavaScript, because it can run before anything is installed that reads TypeScript.
import { execSync } from "node:child_process";
import { existsSync } from "node:fs";

const run = (command) => execSync(command, { stdio: "inherit" });

// `npm install -g` of a git repository, which is how pre-commit installs a hook, hands its -g to the install in the clone as well:
// that leaves the clone without dependencies.
if (process.env.npm_config_global === "true") run("npm ci --global=false --include=dev --ignore-scripts --silent");
// With --omit=dev there is no compiler, and nobody to build for.
if (existsSync("node_modules/typescript")) run("npm run --silent build");
