import type { FencedWriter, TimedWrite, WriterReport } from "./fenced-writer.ts";

/** The time after a takeover in which the view of an API server may be old, in milliseconds. */
export const graceMs = 1000;

/** A write of a process, and the time that it was sent after the response to the last takeover. */
export interface PlacedWrite extends TimedWrite {
  /** The index of the process. */
  readonly by: number;
  readonly afterMs: number;
}

/** A change of the leader, and the writes until the leader releases the Lease or loses it. */
export interface Takeover {
  /** The index of the process. */
  readonly leader: number;
  /** Whether the term of another holder still ran, whose end a correct client awaits. */
  readonly wasLive: boolean;
  /** The writes of the leader. */
  readonly ofLeader: readonly PlacedWrite[];
  /** The writes of the other processes. */
  readonly ofOthers: readonly PlacedWrite[];
}

/** Returns all takeovers among processes in their order, with the writes of all processes. */
function takeoversOf(reports: readonly WriterReport[]): readonly Takeover[] {
  const all = reports
    .flatMap(({ acquisitions }, leader) => acquisitions.map((each) => ({ leader, ...each })))
    .toSorted((a, b) => a.answered - b.answered);
  const writes = reports.flatMap(({ writes }, by) => writes.map((each) => ({ by, ...each })));
  return all.map(({ leader, answered, wasLive }, index) => {
    const released = reports[leader]?.released.find((each) => each > answered);
    const until = Math.min(released ?? Number.POSITIVE_INFINITY, all[index + 1]?.sent ?? Number.POSITIVE_INFINITY);
    // A write that is answered later can see the next state of the Lease.
    const placed = writes
      .filter((each) => each.sent >= answered && each.answered < until)
      .map((each) => ({ ...each, afterMs: each.sent - answered }));
    return {
      leader,
      wasLive,
      ofLeader: placed.filter(({ by }) => by === leader),
      ofOthers: placed.filter(({ by }) => by !== leader),
    };
  });
}

/** Reads the reports of processes, and returns the takeovers. */
export async function takeoversAmong(writers: readonly FencedWriter[]): Promise<readonly Takeover[]> {
  return takeoversOf(await Promise.all(writers.map(({ report }) => report())));
}

const withOutcome = (wanted: string, writes: readonly PlacedWrite[]): readonly PlacedWrite[] =>
  writes.filter(({ outcome }) => outcome === wanted);

/** Returns the denied writes of leaders. In a theft, the API server may deny during the grace. */
export function falseDenials(takeovers: readonly Takeover[]): readonly PlacedWrite[] {
  return takeovers.flatMap(({ wasLive, ofLeader }) =>
    withOutcome("denied", ofLeader).filter(({ afterMs }) => !wasLive || afterMs > graceMs),
  );
}

/** Returns the writes that an API server stored for a process whose loss was longer ago than the grace. */
export function lateWrites(takeovers: readonly Takeover[]): readonly PlacedWrite[] {
  return takeovers.flatMap(({ ofOthers }) =>
    withOutcome("stored", ofOthers).filter(({ afterMs }) => afterMs > graceMs),
  );
}

/** The figures of a run. A delay is the time from a takeover to the last write that was wrong. */
export interface FenceFigures {
  readonly takeovers: number;
  readonly thefts: number;
  readonly stored: number;
  readonly denied: number;
  /** The last stored write of an old leader, in milliseconds after the response to the takeover. */
  readonly oldLeader: Percentiles;
  /** The same in thefts. */
  readonly oldLeaderInThefts: Percentiles;
  /** The last denied write of a new leader after a theft. */
  readonly newLeaderInThefts: Percentiles;
  /** All statuses of writes except `stored` and `denied`, with their number. */
  readonly others: Readonly<Record<string, number>>;
}

interface Percentiles {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** Returns the percentiles of the longest delays of several takeovers. No write is a delay of 0. */
function percentiles(groups: readonly (readonly PlacedWrite[])[]): Percentiles {
  const sorted = groups.map((writes) => Math.max(0, ...writes.map(({ afterMs }) => afterMs))).toSorted((a, b) => a - b);
  const at = (share: number): number => Math.round((sorted[Math.ceil(share * sorted.length) - 1] ?? 0) * 10) / 10;
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}

/** Returns the figures of takeovers. The first acquisition is no takeover. */
export function figuresOf(takeovers: readonly Takeover[]): FenceFigures {
  const changes = takeovers.slice(1);
  const [thefts, correct] = [true, false].map((wasLive) => changes.filter((each) => each.wasLive === wasLive));
  const writes = takeovers.flatMap(({ ofLeader, ofOthers }) => [...ofLeader, ...ofOthers]);
  const others = writes.filter(({ outcome }) => outcome !== "stored" && outcome !== "denied");
  const numbers: Record<string, number> = {};
  for (const { outcome } of others) numbers[outcome] = (numbers[outcome] ?? 0) + 1;
  return {
    takeovers: correct?.length ?? 0,
    thefts: thefts?.length ?? 0,
    stored: withOutcome("stored", writes).length,
    denied: withOutcome("denied", writes).length,
    oldLeader: percentiles((correct ?? []).map(({ ofOthers }) => withOutcome("stored", ofOthers))),
    oldLeaderInThefts: percentiles((thefts ?? []).map(({ ofOthers }) => withOutcome("stored", ofOthers))),
    newLeaderInThefts: percentiles((thefts ?? []).map(({ ofLeader }) => withOutcome("denied", ofLeader))),
    others: numbers,
  };
}
