import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** A cgroup with a limit for the memory of its processes, like the cgroup of a container. */
export interface MemoryCgroup {
  /** The command that starts a process in the cgroup. */
  readonly through: readonly string[];
  /** Removes the cgroup after its processes have ended. */
  readonly remove: () => Promise<void>;
}

/** The memory limit of the container in bytes, as in `manifests/base/deployment.yaml`: 256 MiB. */
export const containerBytes: number = 256 * 2 ** 20;

/**
 * The files that set the limit, for the two versions of cgroups. A file of `swap` can be absent.
 */
const versions = [
  {
    root: "/sys/fs/cgroup/memory",
    line: /^\d+:memory:(.*)$/m,
    limit: "memory.limit_in_bytes",
    swap: "memory.memsw.limit_in_bytes",
  },
  { root: "/sys/fs/cgroup", line: /^0::(.*)$/m, limit: "memory.max", swap: "memory.swap.max" },
] as const;

/**
 * Creates a cgroup with the limit `containerBytes` below the cgroup of this process. The kernel
 * kills a process that exceeds the limit. Returns undefined if this process may not create such a
 * cgroup, as in most containers.
 */
export function createMemoryCgroup(): MemoryCgroup | undefined {
  for (const { root, line, limit, swap } of versions) {
    const [, own] = line.exec(readFileSync("/proc/self/cgroup", "utf8")) ?? [];
    if (own === undefined) continue;
    const folder = join(root, own, `lease-guard-${process.pid}-${Date.now()}`);
    try {
      mkdirSync(folder);
    } catch {
      continue;
    }
    const remove = async () => {
      // The kernel removes an ended process from its cgroup a little later.
      for (let round = 0; round < 50 && readFileSync(join(folder, "cgroup.procs"), "utf8") !== ""; round++)
        await wait(100);
      rmdirSync(folder);
    };
    if (!existsSync(join(folder, limit))) {
      rmdirSync(folder);
      continue;
    }
    writeFileSync(join(folder, limit), String(containerBytes));
    if (existsSync(join(folder, swap)))
      writeFileSync(join(folder, swap), limit === "memory.max" ? "0" : String(containerBytes));
    return { through: ["sh", "-c", `echo $$ > ${join(folder, "cgroup.procs")} && exec "$@"`, "sh"], remove };
  }
  return undefined;
}
