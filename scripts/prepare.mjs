// Builds the project after npm has installed the dependencies of a checkout, and before npm packs
// a git repository that a user installs. A tarball already contains the build, and npm would warn
// about this script, so `prepack` removes it from the package.json of the tarball. This file is
// JavaScript, because it can run before any program that reads TypeScript is installed.
import { execSync } from "node:child_process";
import { existsSync } from "node:fs";

const run = (command) => execSync(command, { stdio: "inherit" });

// pre-commit installs a hook with `npm install -g` of a git repository. npm also passes -g to the
// install in the clone, so the clone does not get its dependencies.
if (process.env.npm_config_global === "true") run("npm ci --global=false --include=dev --ignore-scripts --silent");
// With --omit=dev, TypeScript is not installed.
if (existsSync("node_modules/typescript")) run("npm run --silent build");
