import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { electorsGroup, kubeconfigAs } from "./impersonation.ts";
import { mustRun } from "./run.ts";
import { type Service, startService } from "./service.ts";
import type { World } from "./world.ts";

/**
 * Builds the program that runs client-go's leader election, and returns the path of the program.
 */
export async function buildElector(world: World): Promise<string> {
  const elector = join(world.folder, "elector");
  await mustRun("go", ["build", "-o", elector, "."], { cwd: join(import.meta.dirname, "../elector") });
  return elector;
}

/**
 * Builds the program that runs the leader election of client-go 0.38 with Recovery, and returns the
 * path of the program. client-go 0.38 needs Go 1.27, which an older Go downloads.
 */
export async function buildRecoveringElector(world: World): Promise<string> {
  const elector = join(world.folder, "recovering-elector");
  const options = {
    cwd: join(import.meta.dirname, "../recovering-elector"),
    env: { ...process.env, GOTOOLCHAIN: "go1.27.0+auto" },
  };
  await mustRun("go", ["vet", "."], options);
  await mustRun("go", ["build", "-o", elector, "."], options);
  return elector;
}

/**
 * An election of a program that client-go's leader election runs. The times are in seconds. With a
 * version, the election is coordinated.
 */
export interface PlannedElection {
  readonly namespace: string;
  readonly name: string;
  readonly identity: string;
  readonly manager: string;
  readonly version?: string;
  readonly leaseDuration: number;
  readonly renewDeadline: number;
  readonly retry: number;
}

/** Starts one process, with the name `name`, for elections of several programs. */
export function startElections(world: World, name: string, elections: readonly PlannedElection[]): Service {
  const plan = join(world.folder, `${name}-plan.json`);
  writeFileSync(plan, JSON.stringify(elections));
  const kubeconfig = kubeconfigAs(world, name, [electorsGroup]);
  return startService(join(world.folder, "elector"), {
    args: [`-kubeconfig=${kubeconfig}`, `-plan=${plan}`, "-for=30m"],
    log: join(world.folder, `${name}.log`),
  });
}

/** The settings of a process that competes for Leases. */
export interface ElectorSettings {
  readonly namespace: string;
  /** The prefix of holderIdentity. The log file of the process is `IDENTITY.log`. */
  readonly identity: string;
  readonly kubeconfig: string;
  readonly leaseSeconds: number;
  readonly flags?: readonly string[];
  /** The file name of the program, from which client-go derives its field manager. */
  readonly program?: string;
}

/** The default interval between two renewals, or between two attempts to acquire the Lease. */
export const retryMs = 250;

/** Starts one candidate. At SIGTERM, the candidate releases its Lease and ends. */
export function startElector(world: World, settings: ElectorSettings): Service {
  const { namespace, identity, kubeconfig, leaseSeconds, flags = [], program = "elector" } = settings;
  return startService(join(world.folder, program), {
    args: [
      ...[`-kubeconfig=${kubeconfig}`, `-namespace=${namespace}`, `-identity=${identity}`, "-elections=1", "-for=10m"],
      ...[`-lease-duration=${leaseSeconds}s`, `-retry-period=${retryMs}ms`, ...flags],
    ],
    log: join(world.folder, `${identity}.log`),
  });
}
