import type { ObservedWrite } from "../../src/recording/observed-write.ts";
import { deniedByDesign } from "../election/denied-by-design.ts";
import type { Participant } from "../election/elections.ts";
import { elections } from "../election/elections.ts";
import { podsOf, workloads } from "../election/pod-participants.ts";
import type { Schedule } from "../election/schedule.ts";
import { type Program, trafficOf } from "./simulated-traffic.ts";

/** Returns a program that runs in a separate namespace. */
function inNamespace(
  namespace: string,
  participants: readonly Participant[] = [],
  opening: Schedule["steps"] = [],
): Program {
  return { participants, namespace, opening };
}

/**
 * The first steps of a program whose participants are three pods, Argo CD, and Velero. The first
 * pod creates the Lease. Argo CD labels the Lease, and Velero backs it up. Later, Argo CD deletes
 * the Lease, and Velero restores it.
 */
const restoreDrill: Schedule["steps"] = [
  ...[0, 0, 0, 3, 3, 3, 4, 4].map(
    (participant) => ({ participant, event: "goes on", waitMs: 100, skewMs: 0 }) as const,
  ),
  { participant: 3, event: "stops, and starts again", waitMs: 20_000, skewMs: 0 },
  ...[3, 4, 4, 4].map((participant) => ({ participant, event: "goes on", waitMs: 100, skewMs: 0 }) as const),
];

/**
 * Eight programs with different libraries and workloads, each in a separate namespace. Argo CD and
 * Velero also write the Leases of the first four. All clients write from the beginning.
 */
export const eightPrograms: readonly Program[] = [
  ...Object.values(workloads)
    .slice(0, 4)
    .map((workload, turn) => inNamespace(`program-${turn + 1}`, podsOf(workload, turn), restoreDrill)),
  inNamespace("program-5", elections["coordinated election"]?.participants),
  inNamespace("program-6", elections["all libraries"]?.participants),
  inNamespace("program-7", elections["heartbeats"]?.participants),
  inNamespace("program-8", deniedByDesign["kube-lease-manager (Rust)"]?.participants),
];

/** The first half hour of the programs, from which a policy is learned, and their later writes. */
export interface Traffic {
  readonly recorded: readonly ObservedWrite[];
  readonly later: readonly ObservedWrite[];
}

/** Returns random traffic of the eight programs. Each seed has its own events. */
export function halfHour(seed: number): Traffic {
  const traffic = trafficOf(eightPrograms, { seed: seed * eightPrograms.length, runs: 14 });
  const end = (traffic[0]?.time.getTime() ?? 0) + 30 * 60_000;
  const isEarly = ({ time }: ObservedWrite): boolean => time.getTime() < end;
  return { recorded: traffic.filter(isEarly), later: traffic.filter((write) => !isEarly(write)) };
}
