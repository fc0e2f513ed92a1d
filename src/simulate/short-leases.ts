import { property } from "../core/api/json-object.ts";
import { namespacedName, referenceKey } from "../core/field/object-reference.ts";
import { compareTexts } from "../core/text/compare-texts.ts";

/**
 * A Lease with at least one lease term that is too short for the clock skew allowance. Some rules
 * report nothing for such a lease term.
 */
export interface ShortLease {
  readonly namespace: string;
  readonly name: string;
  /**
   * The shortest and the longest `leaseDurationSeconds` in reviews in which the Lease has a holder.
   * The first of these reviews is the first one in which a lease term is too short.
   */
  minSeconds: number;
  maxSeconds: number;
  reviews: number;
}

export interface ShortLeases {
  /** The longest `leaseDurationSeconds` that is too short for the clock skew allowance. */
  readonly unguardedSeconds: number;
  /** The Leases, by the key that `referenceKey` returns. */
  readonly found: Map<string, ShortLease>;
}

/** Maximum number of Leases that have an entry. The tally ignores further Leases. */
const maxTalliedLeases = 1000;

/** A review of a Lease. If the name or the namespace is too long, `simulate` truncates it. */
interface NamedReview {
  readonly namespace: string;
  readonly name: string;
  readonly object?: unknown;
  readonly oldObject?: unknown;
}

/** Adds the lease terms in a review to the entry of the Lease. */
export function tallyTerms(
  { namespace, name, object, oldObject }: NamedReview,
  { found, unguardedSeconds }: ShortLeases,
): void {
  const terms = [object, oldObject].flatMap(durationsIn);
  if (terms.length === 0) return;
  const [min, max] = [Math.min(...terms), Math.max(...terms)];
  const key = referenceKey({ kind: "Lease", namespace, name });
  const known = found.get(key);
  if (known !== undefined) {
    known.minSeconds = Math.min(known.minSeconds, min);
    known.maxSeconds = Math.max(known.maxSeconds, max);
    known.reviews++;
  } else if (min <= unguardedSeconds && found.size < maxTalliedLeases)
    found.set(key, { namespace, name, minSeconds: min, maxSeconds: max, reviews: 1 });
}

/**
 * Returns the Leases whose lease terms are all too short, sorted by number of reviews in descending
 * order. Ignores a Lease that also has a longer lease term, because some clients set a lease term
 * of one second to release a Lease.
 */
export function shortLeasesOf({ found, unguardedSeconds }: ShortLeases): readonly ShortLease[] {
  const short = [...found.values()].filter(({ maxSeconds }) => maxSeconds <= unguardedSeconds);
  return short.sort((a, b) => b.reviews - a.reviews || compareTexts(namespacedName(a), namespacedName(b)));
}

/** Returns the `leaseDurationSeconds` of a Lease as a list with one item. */
function durationsIn(object: unknown): readonly number[] {
  const spec = property(object, "spec");
  const seconds = property(spec, "leaseDurationSeconds");
  const hasTerm = Boolean(property(spec, "holderIdentity")) && Boolean(property(spec, "renewTime"));
  return hasTerm && typeof seconds === "number" && seconds > 0 ? [seconds] : [];
}
