#!/usr/bin/env node
import { existsSync } from "node:fs";
import * as module from "node:module";

/**
 * The compile cache, which exists since Node.js 22.1. Node.js ignores a directory without write
 * permission.
 */
interface CompileCache {
  readonly enableCompileCache?: (directory: string) => unknown;
}

const { XDG_CACHE_HOME, HOME } = process.env;
const caches = XDG_CACHE_HOME || (HOME && `${HOME}/.cache`);
// Node.js uses a directory below /tmp by default, where other users could place code. The parent
// must exist. If mkdir below the parent fails with ENOENT, as in an automounted home, Node.js
// retries forever.
if (caches && existsSync(caches)) (module as CompileCache).enableCompileCache?.(`${caches}/lease-guard`);

// Node.js caches only modules that are loaded after this point.
void import("./run.ts").then(async ({ run }) => {
  process.exitCode = await run(process.argv);
});
