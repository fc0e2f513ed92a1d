import type { HubByKind } from "../core/api/coordination.ts";
import { versionNumber } from "../core/api/meta.ts";
import { referenceKey } from "../core/field/object-reference.ts";
import { type ListedObject, termFacts } from "../listing/listed-object.ts";
import type { ChangeOperation } from "../rules/rule.ts";
import type { Observation } from "./check.ts";
import type { LeaseState, WrittenState } from "./holding-periods.ts";

/** A write of a Lease, as a recording shows it. kube-apiserver can have denied the write. */
export interface RecordedWrite {
  readonly time: Date;
  readonly namespace: string;
  readonly name: string;
  readonly operation: ChangeOperation;
  /** The value is undefined for a delete, and if the object does not decode. */
  readonly object: HubByKind["Lease"] | undefined;
  /** The value is undefined for a create, and if the recording does not show it. */
  readonly oldObject: HubByKind["Lease"] | undefined;
}

interface StoredState extends LeaseState {
  readonly version: number;
  readonly writes: WrittenState[];
}

export interface LeaseHistory {
  readonly states: readonly StoredState[];
  /** True if the history leaves out older states. */
  readonly isCut: boolean;
}

export interface LeaseHistories {
  /** Adds a write. Returns false for a write that shows no state of a Lease of the listing. */
  readonly add: (write: RecordedWrite) => boolean;
  /** Returns the history of a Lease, or undefined if no write shows one of its states. */
  readonly of: (listed: ListedObject) => LeaseHistory | undefined;
}

/** The maximum number of states of a Lease. */
export const maxStates = 200;

/** The maximum number of writes of one state. At most one of them succeeded. */
const maxWrites = 8;

interface KeptStates {
  states: Map<number, StoredState>;
  isCut: boolean;
}

/**
 * Returns an object that collects the histories of the Leases in `objects`, which contains the
 * objects of the last listing. The writes can come in any order.
 *
 * A recording does not contain the results of writes. The old object of an update is a state of the
 * Lease, even if kube-apiserver denied the update. The new object counts only if the next state
 * confirms it.
 */
export function leaseHistories(objects: readonly ListedObject[]): LeaseHistories {
  const leases = new Map(
    objects.filter(({ kind }) => kind === "Lease").map((listed) => [referenceKey(listed), listed]),
  );
  const histories = new Map<string, KeptStates>();
  return {
    add: (write) => {
      const key = referenceKey({ ...write, kind: "Lease" });
      const listed = leases.get(key);
      const state = listed && certainState(write, listed);
      if (state === undefined) return false;
      const history = histories.get(key) ?? { states: new Map(), isCut: false };
      histories.set(key, history);
      keep(history, state);
      return true;
    },
    of: (listed) => {
      const history = histories.get(referenceKey(listed));
      if (history === undefined) return undefined;
      if (history.states.size > maxStates) leaveOut(history);
      return { states: ordered(history.states.values()), isCut: history.isCut };
    },
  };
}

/**
 * Returns the state that a write certainly shows: the state before the write. A create with the UID
 * of the Lease succeeded, because each create gets another UID, so it shows the first state.
 */
function certainState(
  { time, operation, object, oldObject }: RecordedWrite,
  listed: ListedObject,
): StoredState | undefined {
  const isCreate = operation === "CREATE";
  const shown = isCreate ? object : oldObject;
  if (shown === undefined || (listed.uid !== "" && shown.metadata.uid !== listed.uid)) return undefined;
  const version = isCreate ? 0 : versionNumber(shown.metadata.resourceVersion);
  if (version === undefined || version > lastVersionOf(listed)) return undefined;
  const writes = object === undefined ? [] : [{ ...termFacts(object.spec), writtenMs: time.getTime() }];
  return { ...termFacts(shown.spec), version, writes };
}

/** Returns the version of an object in a listing. An unknown version is later than all others. */
function lastVersionOf({ resourceVersion }: Pick<ListedObject, "resourceVersion">): number {
  return versionNumber(resourceVersion) ?? Number.MAX_VALUE;
}

function keep(history: KeptStates, state: StoredState): void {
  const { version, writes } = state;
  const known = history.states.get(version);
  if (known === undefined) history.states.set(version, state);
  else {
    known.writes.push(...writes);
    if (known.writes.length > maxWrites) known.writes.shift();
  }
  // Twice the maximum, because each call sorts the states.
  if (history.states.size > 2 * maxStates) leaveOut(history);
}

/** Leaves out the renewals between the first and the last state of each holding period. */
function leaveOut(history: KeptStates): void {
  const states = ordered(history.states.values());
  const ends = states.filter(
    (state, index) => !isSamePeriod(state, states[index - 1]) || !isSamePeriod(state, states[index + 1]),
  );
  const newest = ends.slice(-maxStates);
  if (newest.length < ends.length) history.isCut = true;
  history.states = new Map(newest.map((state) => [state.version, state]));
}

function isSamePeriod(state: LeaseState, other: LeaseState | undefined): boolean {
  return state.holder === other?.holder && state.acquiredMs === other.acquiredMs;
}

function ordered(states: Iterable<StoredState>): readonly StoredState[] {
  return [...states].sort((a, b) => a.version - b.version);
}

/** Returns the states of a Lease in the order of their versions. */
export function statesOf(seen: readonly Observation[], history: LeaseHistory | undefined): readonly LeaseState[] {
  if (history === undefined)
    return seen.map(({ listed: { holder, renewedMs, termEndMs } }) => ({ holder, renewedMs, termEndMs }));
  const states = seen.map(({ listed }): StoredState => {
    const { holder, acquiredMs, renewedMs, termEndMs } = listed;
    return { holder, acquiredMs, renewedMs, termEndMs, version: lastVersionOf(listed), writes: [] };
  });
  return ordered([...states, ...history.states]);
}
