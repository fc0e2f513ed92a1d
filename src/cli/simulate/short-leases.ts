import { property } from "../../api/json-object.ts";
import { compareTexts } from "../../text/compare-texts.ts";

/** A Lease with at least one held term that rules do not guard. */
export interface ShortLease {
  readonly namespace: string;
  readonly name: string;
  /** The shortest and the longest `leaseDurationSeconds` while the Lease had a holder. */
  minSeconds: number;
  maxSeconds: number;
  reviews: number;
}

/** The Leases of a simulation whose terms can be too short for the clock skew allowance. */
export interface ShortLeases {
  /** The longest `leaseDurationSeconds` that rules do not guard. */
  readonly unguardedSeconds: number;
  /** By namespace and name. */
  readonly found: Map<string, ShortLease>;
}

/** Maximum number of Leases. Later ones are ignored. */
const maxTalliedLeases = 1000;

/** A review with its clipped names. */
interface NamedReview {
  readonly namespace: string;
  readonly name: string;
  readonly object?: unknown;
  readonly oldObject?: unknown;
}

/** Adds the terms of a review to those of its Lease. */
export function tallyTerms({ namespace, name, object, oldObject }: NamedReview, { found, unguardedSeconds }: ShortLeases): void {
  const terms = [object, oldObject].flatMap(heldSeconds);
  if (terms.length === 0) return;
  const [min, max] = [Math.min(...terms), Math.max(...terms)];
  const key = `${namespace}/${name}`;
  const known = found.get(key);
  if (known !== undefined) {
    known.minSeconds = Math.min(known.minSeconds, min);
    known.maxSeconds = Math.max(known.maxSeconds, max);
    known.reviews++;
  } else if (min <= unguardedSeconds && found.size < maxTalliedLeases)
    found.set(key, { namespace, name, minSeconds: min, maxSeconds: max, reviews: 1 });
}

/**
 * Returns the Leases without a guarded term, those with most reviews first. Ignores a Lease that
 * also has a longer term, because some clients release a Lease with a term of one second.
 */
export function shortLeasesOf({ found, unguardedSeconds }: ShortLeases): readonly ShortLease[] {
  const short = [...found.values()].filter(({ maxSeconds }) => maxSeconds <= unguardedSeconds);
  return short.sort((a, b) => b.reviews - a.reviews || compareTexts(`${a.namespace}/${a.name}`, `${b.namespace}/${b.name}`));
}

/** Returns the duration of a Lease with a holder and a renewTime, or nothing. */
function heldSeconds(object: unknown): readonly number[] {
  const spec = property(object, "spec");
  const seconds = property(spec, "leaseDurationSeconds");
  const isHeld = Boolean(property(spec, "holderIdentity")) && Boolean(property(spec, "renewTime"));
  return isHeld && typeof seconds === "number" && seconds > 0 ? [seconds] : [];
}
