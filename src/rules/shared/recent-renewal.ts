import type { ManagedFieldsEntry } from "../../api/meta.ts";
import { microTimeMs } from "../../text/time.ts";
import type { ChangeOf, RuleContext } from "../rule.ts";
import { changesTime } from "./field-changes.ts";
import { termEndMs } from "./lease-term.ts";

/**
 * The time by which a client that observes renewals can take over too early, by kube-apiserver's
 * stamps. Each second has a cause: stamps have whole seconds, client-go does not see a second
 * renewal within a second, and a renewal takes time to arrive.
 */
const observationMs = 3_000;

/** The shortest lease term that `recentlyRenewedUntil` can protect. */
export const shortestTermSeconds: number = observationMs / 1000;

/**
 * Returns the end of a lease term if the holder certainly renewed the lease just before this write,
 * otherwise undefined. Protects terms for which the clock skew allowance is too large.
 *
 * Three clocks must agree. By the clock of lease-guard and by the clock of the writer, a third of
 * the term is left: otherwise a client that compares clocks may take over. By the stamps of
 * kube-apiserver, the lease was written at most a third of the term ago: otherwise a client that
 * observes renewals may take over, although the holder's clock is ahead.
 */
export function recentlyRenewedUntil(change: ChangeOf<"Lease", "UPDATE">, { now, clockSkewMs }: RuleContext): Date | undefined {
  const { renewTime, leaseDurationSeconds = 0 } = change.oldObject.spec;
  const written = change.object.spec.renewTime;
  const end = termEndMs(change.oldObject.spec);
  const longestAgeMs = Math.min(leaseDurationSeconds * (1000 / 3), leaseDurationSeconds * 1000 - observationMs);
  if (end === undefined || renewTime === undefined || written === undefined || longestAgeMs < 0) return undefined;
  const margin = Math.min(clockSkewMs, leaseDurationSeconds * (1000 / 3));
  // Rounded down, because some clients write times in whole seconds.
  const latest = Math.floor(end / 1000) * 1000 - margin;
  if (now.getTime() >= latest || microTimeMs(renewTime) > now.getTime() + clockSkewMs) return undefined;
  if (!changesTime(change, "renewTime") || microTimeMs(written) >= latest) return undefined;
  const stamps = stampsOf(change.object.metadata.managedFields, change.oldObject.metadata.managedFields);
  // A stamp that is far from this clock is not the stamp of this write, or that clock is wrong.
  if (stamps === undefined || Math.abs(now.getTime() - stamps.written) > margin + 1000) return undefined;
  const ageMs = stamps.written - stamps.stored;
  return ageMs >= 0 && ageMs <= longestAgeMs ? new Date(end) : undefined;
}

/** Times of kube-apiserver's clocks, in milliseconds since 1970; NaN if unknown. */
interface Stamps {
  readonly written: number;
  /** The last earlier write by the same field manager, or a time before it. */
  readonly stored: number;
}

/**
 * The maximum number of managedFields entries that are read. kube-apiserver keeps 10 entries for
 * updates and one for each field manager that applies.
 */
const maxEntries = 50;

/**
 * Finds the entry of this write, and the last earlier write by its field manager, which replicas of
 * a program share. If the manager is new, or if the stamp of this write equals its last one, the
 * earliest entry is certainly not later than the last renewal.
 */
function stampsOf(entries: readonly ManagedFieldsEntry[], old: readonly ManagedFieldsEntry[]): Stamps | undefined {
  if (entries.length > maxEntries || old.length > maxEntries) return undefined;
  const [written, ...others] = entries.filter((entry) => !old.some((other) => isSameManager(entry, other) && entry.time === other.time));
  if (others.length > 0) return undefined;
  const earlier = written === undefined ? [] : old.filter((entry) => isSameManager(entry, written));
  return {
    written: written === undefined ? Math.max(...entries.map(stampMs)) : stampMs(written),
    stored: Math.min(...(earlier.length > 0 ? earlier : old).map(stampMs)),
  };
}

function isSameManager(a: ManagedFieldsEntry, b: ManagedFieldsEntry): boolean {
  return a.manager === b.manager && a.operation === b.operation;
}

function stampMs({ time }: ManagedFieldsEntry): number {
  return time === undefined ? Number.NaN : Date.parse(time);
}
