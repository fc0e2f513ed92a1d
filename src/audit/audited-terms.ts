import type { ListedObject } from "./listed-object.ts";
import type { AuditedTerm } from "./result.ts";

/** A state of a Lease, as a listing or the old object of a recorded write shows it. */
export interface LeaseState extends Pick<ListedObject, "holder" | "renewedMs" | "termEndMs"> {
  /**
   * The time at which the holder acquired the Lease, in milliseconds since 1970. The value is
   * undefined if the Lease has no acquireTime, or if no recorded write shows a state of the Lease.
   */
  readonly acquiredMs?: number | undefined;
  /**
   * The recorded writes whose old object is this state, of which at most one succeeded. For the
   * state that a create made, also the create. The value is undefined for a listing.
   */
  readonly writes?: readonly WrittenState[];
}

/** The holder and the acquireTime that a write sets. The holder is "" for a release. */
export interface WrittenState extends Pick<ListedObject, "holder" | "acquiredMs"> {
  /** The time of the write, in milliseconds since 1970. */
  readonly writtenMs: number;
}

interface TermState extends LeaseState {
  readonly renewedMs: number;
}

const none: readonly AuditedTerm[] = [];

/** Returns the terms that the states of a Lease show. The oldest state comes first. */
export function auditedTerms(states: readonly LeaseState[]): readonly AuditedTerm[] {
  const terms: AuditedTerm[] = [];
  let before: LeaseState | undefined;
  for (const state of states) {
    const isTerm = hasTerm(state);
    if (!isTerm && state.holder !== "") continue;
    const last = terms.at(-1);
    const open = before?.holder ? last : undefined;
    if (isTerm && open !== undefined && continues(state, before)) terms[terms.length - 1] = { ...open, ...renewalOf(state) };
    else {
      const write = before?.writes?.findLast((each) => each.holder === state.holder && each.acquiredMs === state.acquiredMs);
      if (open !== undefined && before?.writes !== undefined) terms[terms.length - 1] = ended(open, write);
      if (isTerm) terms.push({ holder: state.holder, from: beginOf(state, write, last), ...renewalOf(state) });
    }
    before = state;
  }
  return terms.length === 0 ? none : terms;
}

function hasTerm(state: LeaseState): state is TermState {
  return state.holder !== "" && state.renewedMs !== undefined;
}

/**
 * Reports whether two states belong to the same term. A holder that acquires the Lease again after
 * the end of its term begins another term.
 */
function continues({ holder, acquiredMs }: TermState, before: LeaseState | undefined): boolean {
  if (holder !== before?.holder) return false;
  const isKept = acquiredMs === undefined || acquiredMs === before.acquiredMs;
  return isKept || before.termEndMs === undefined || acquiredMs <= before.termEndMs;
}

function renewalOf({ renewedMs, termEndMs }: TermState): Pick<AuditedTerm, "renewed" | "until"> {
  return { renewed: new Date(renewedMs), until: termEndMs === undefined ? undefined : new Date(termEndMs) };
}

/**
 * Returns a lease term with its end. If the recorded write released the Lease, the end is the time
 * of this write. Otherwise, the end is the expiry after the last renewal. If the recording does not
 * contain the write that ended the lease term, the holder may have renewed later, so the end is
 * unknown.
 */
function ended(term: AuditedTerm, write: WrittenState | undefined): AuditedTerm {
  if (write === undefined) return { ...term, until: undefined };
  const { renewed, until } = term;
  if (write.holder !== "" || (until !== undefined && write.writtenMs > until.getTime())) return term;
  return { ...term, until: new Date(Math.max(write.writtenMs, renewed.getTime())), isReleased: true };
}

/**
 * Returns the beginning of a term: the acquireTime or, if this time contradicts the other times,
 * the time of the write. Without both, returns the first renewal that the states show.
 */
function beginOf({ acquiredMs, renewedMs }: TermState, write: WrittenState | undefined, last: AuditedTerm | undefined): Date {
  const earliest = last?.renewed.getTime() ?? Number.NEGATIVE_INFINITY;
  const isPossible = (time: number | undefined): time is number => time !== undefined && time >= earliest && time <= renewedMs;
  return new Date([acquiredMs, write?.writtenMs].find(isPossible) ?? renewedMs);
}
