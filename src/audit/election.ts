import type { ListedPod } from "../listing/pods.ts";

/** The states of an election, from those that a person must look at to the healthy ones. */
export const electionStates = [
  "leaderless",
  "hung",
  "contested",
  "late",
  "stale",
  "recovering",
  "terminating",
  "not known",
  "released",
  "leading",
] as const;

export type ElectionState = (typeof electionStates)[number];

/** Reports whether a client leads, so that a failover can begin. */
export function isLed(state: ElectionState): boolean {
  return state === "leading" || state === "late" || state === "contested";
}

/** The longest time without a renewal of a Lease that the listings show, in milliseconds. */
export interface Pause {
  readonly atLeastMs: number;
  readonly atMostMs: number;
  /** True if another client took over the Lease after the pause, although the holder still ran. */
  readonly endsWithTakeover: boolean;
}

/** The settings of the clients that no Lease contains, in milliseconds. */
export interface ClientSettings {
  /** Undefined if the library has no renew deadline like that of client-go. */
  readonly renewMs: number | undefined;
  readonly retryMs: number;
}

/** What the listings show about the election of a Lease. */
export interface Election {
  readonly state: ElectionState;
  /** One clause about the state. */
  readonly reason: string;
  /** The pod that holds the Lease. */
  readonly pod: ListedPod | undefined;
  /** The node of the pod, or the node that the holder identity names. */
  readonly node: string | undefined;
  readonly since: Date | undefined;
  readonly termMs: number | undefined;
  readonly pause: Pause | undefined;
  /** The settings of the slowest client, if the program table contains the programs. */
  readonly settings?: ClientSettings | undefined;
  /**
   * The longest time until another client leads. Undefined if the retry period is not known, or if
   * no client leads now.
   */
  readonly failoverMs: number | undefined;
  /** NAMESPACE/NAME of the workload whose pods elect the leader. */
  readonly workload: string | undefined;
  /** The numbers of ready and of running pods of the workload. */
  readonly ready: number | undefined;
  readonly running: number | undefined;
}
