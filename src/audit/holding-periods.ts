import type { ListedObject } from "../listing/listed-object.ts";
import type { HoldingPeriod } from "./result.ts";

export interface LeaseState extends Pick<ListedObject, "holder" | "renewedMs" | "termEndMs"> {
  /** The time at which the holder acquired the Lease, in milliseconds since 1970. */
  readonly acquiredMs?: number | undefined;
  /**
   * The recorded writes whose old object is this state, of which at most one succeeded. For the
   * state that a create made, also the create. The value is undefined for a listing.
   */
  readonly writes?: readonly WrittenState[];
}

/** The holder and the acquireTime that a write sets. The holder is "" for a release. */
export interface WrittenState extends Pick<ListedObject, "holder" | "acquiredMs"> {
  readonly writtenMs: number;
}

interface HeldState extends LeaseState {
  readonly renewedMs: number;
}

const none: readonly HoldingPeriod[] = [];

/** Returns the holding periods that the states of a Lease show. The oldest state comes first. */
export function holdingPeriods(states: readonly LeaseState[]): readonly HoldingPeriod[] {
  const periods: HoldingPeriod[] = [];
  let before: LeaseState | undefined;
  for (const state of states) {
    const isHeld = isHeldState(state);
    if (!isHeld && state.holder !== "") continue;
    const last = periods.at(-1);
    const open = before?.holder ? last : undefined;
    if (isHeld && open !== undefined && continues(state, before))
      periods[periods.length - 1] = { ...open, ...renewalOf(state) };
    else {
      const write = before?.writes?.findLast(
        (each) => each.holder === state.holder && each.acquiredMs === state.acquiredMs,
      );
      if (open !== undefined && before?.writes !== undefined) periods[periods.length - 1] = ended(open, write);
      if (isHeld) {
        const { renewed, until } = renewalOf(state);
        const from = beginOf(state, write, last);
        periods.push({
          holder: state.holder,
          from: from.getTime() === renewed.getTime() ? renewed : from,
          renewed,
          until,
        });
      }
    }
    before = state;
  }
  // A copy has no room for more periods, which would take more memory than the periods.
  return periods.length === 0 ? none : [...periods];
}

function isHeldState(state: LeaseState): state is HeldState {
  return state.holder !== "" && state.renewedMs !== undefined;
}

/**
 * Reports whether two states belong to the same holding period. A holder that acquires the Lease
 * again after its lease term has expired begins another holding period.
 */
function continues({ holder, acquiredMs }: HeldState, before: LeaseState | undefined): boolean {
  if (holder !== before?.holder) return false;
  const isKept = acquiredMs === undefined || acquiredMs === before.acquiredMs;
  return isKept || before.termEndMs === undefined || acquiredMs <= before.termEndMs;
}

function renewalOf({ renewedMs, termEndMs }: HeldState): Pick<HoldingPeriod, "renewed" | "until"> {
  return { renewed: new Date(renewedMs), until: termEndMs === undefined ? undefined : new Date(termEndMs) };
}

/**
 * If a recording does not contain the write that ended the holding period, the holder may have
 * renewed later, so the end is unknown.
 */
function ended(period: HoldingPeriod, write: WrittenState | undefined): HoldingPeriod {
  if (write === undefined) return { ...period, until: undefined };
  const { renewed, until } = period;
  if (write.holder !== "" || (until !== undefined && write.writtenMs > until.getTime())) return period;
  return { ...period, until: new Date(Math.max(write.writtenMs, renewed.getTime())), isReleased: true };
}

/**
 * Returns the beginning of a holding period: the acquireTime or, if this time contradicts the other
 * times, the time of the write. Without both, returns the first renewal that the states show.
 */
function beginOf(
  { acquiredMs, renewedMs }: HeldState,
  write: WrittenState | undefined,
  last: HoldingPeriod | undefined,
): Date {
  const earliest = last?.renewed.getTime() ?? Number.NEGATIVE_INFINITY;
  const isPossible = (time: number | undefined): time is number =>
    time !== undefined && time >= earliest && time <= renewedMs;
  return new Date([acquiredMs, write?.writtenMs].find(isPossible) ?? renewedMs);
}
