#!/usr/bin/env node
import { existsSync } from "node:fs";
import * as module from "node:module";

/**
 * The function of `node:module` that starts the compile cache. It is undefined before Node.js 22.1.
 * If the directory is not writable, Node.js runs without the cache.
 */
interface CompileCache {
  readonly enableCompileCache?: (directory: string) => unknown;
}

const { XDG_CACHE_HOME, HOME } = process.env;
const caches = XDG_CACHE_HOME || (HOME && `${HOME}/.cache`);
// By default, Node.js uses a directory below /tmp, where other users could write code. The parent
// of the cache directory must exist. Otherwise, Node.js creates the parent, and retries forever if
// mkdir fails with ENOENT, as in an automounted home.
if (caches && existsSync(caches)) (module as CompileCache).enableCompileCache?.(`${caches}/lease-guard`);

// Node.js caches only modules that it loads after the call above. The import is dynamic, because
// Node.js loads static imports before the call.
void import("./run.ts").then(async ({ run }) => {
  process.exitCode = await run(process.argv);
});
