import { join } from "node:path";
import { mustRun } from "./run.ts";
import { type Service, startService } from "./service.ts";
import type { World } from "./world.ts";

/** Builds the elector of client-go, once a world, and returns its path. */
export async function buildElector(world: World): Promise<string> {
  const elector = join(world.folder, "elector");
  await mustRun("go", ["build", "-o", elector, "."], { cwd: join(import.meta.dirname, "../elector") });
  return elector;
}

/** Who stands for which Leases, and how long each term is. */
export interface Standing {
  readonly namespace: string;
  /** What holderIdentity begins with, and the name of the process' log. */
  readonly identity: string;
  readonly kubeconfig: string;
  readonly leaseSeconds: number;
  readonly flags?: readonly string[];
}

/** How often it renews, or looks whether the Lease is free. */
export const retryMs = 250;

/** Starts one contender; it ends, and gives its Leases up, at SIGTERM. */
export function startElector(world: World, { namespace, identity, kubeconfig, leaseSeconds, flags = [] }: Standing): Service {
  return startService(join(world.folder, "elector"), {
    args: [
      ...[`-kubeconfig=${kubeconfig}`, `-namespace=${namespace}`, `-identity=${identity}`, "-elections=1", "-for=10m"],
      ...[`-lease-duration=${leaseSeconds}s`, `-retry-period=${retryMs}ms`, ...flags],
    ],
    log: join(world.folder, `${identity}.log`),
  });
}
