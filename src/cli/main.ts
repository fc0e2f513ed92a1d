#!/usr/bin/env node
import { existsSync } from "node:fs";
import * as module from "node:module";

/** Exists since Node.js 22.1; ignores a directory that it cannot write to. */
interface CompileCache {
  readonly enableCompileCache?: (directory: string) => unknown;
}

const { XDG_CACHE_HOME, HOME } = process.env;
const caches = XDG_CACHE_HOME || (HOME && `${HOME}/.cache`);
// Node's default is below /tmp, where other users could place code. The parent must exist: if mkdir
// fails with ENOENT below it, as in a home that is mounted on demand, Node retries forever.
if (caches && existsSync(caches)) (module as CompileCache).enableCompileCache?.(`${caches}/lease-guard`);

// Node caches only modules that are loaded after this point.
void import("./run.ts").then(async ({ run }) => {
  process.exitCode = await run(process.argv);
});
