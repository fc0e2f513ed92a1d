#!/usr/bin/env node
import { existsSync } from "node:fs";
import * as module from "node:module";

/** Since Node 22.1. Where it cannot write it does nothing, and says nothing. */
interface CompileCache {
  readonly enableCompileCache?: (directory: string) => unknown;
}

const { XDG_CACHE_HOME, HOME } = process.env;
const caches = XDG_CACHE_HOME || (HOME && `${HOME}/.cache`);
// Not Node's default, a folder below /tmp: what others can put there we would run. Nor a folder that Node would have to make the parents
// of: where mkdir says ENOENT below what exists, as in a home that is mounted when asked for, Node tries again without end.
if (caches && existsSync(caches)) (module as CompileCache).enableCompileCache?.(`${caches}/lease-guard`);

// Only what is loaded from here on is cached.
void import("./run.ts").then(async ({ run }) => {
  process.exitCode = await run(process.argv);
});
