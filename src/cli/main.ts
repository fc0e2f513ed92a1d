#!/usr/bin/env node
import * as module from "node:module";

/** Since Node 22.1. Where it cannot write it does nothing, and says nothing. */
interface CompileCache {
  readonly enableCompileCache?: (directory: string) => unknown;
}

const { XDG_CACHE_HOME, HOME } = process.env;
const caches = XDG_CACHE_HOME || (HOME && `${HOME}/.cache`);
// Not Node's default, a folder below /tmp: what others can put there we would run.
if (caches) (module as CompileCache).enableCompileCache?.(`${caches}/lease-guard/node`);

// Only what is loaded from here on is cached.
void import("./run.ts").then(async ({ run }) => {
  process.exitCode = await run(process.argv);
});
