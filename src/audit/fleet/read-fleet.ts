import type { Suppression } from "../../config/config.ts";
import { unreadLine } from "../../core/api/requests.ts";
import { UsageError } from "../../terminal/errors.ts";
import { printError } from "../../terminal/output.ts";
import { rejectMixedSources, type SourceAudit, settingsOf } from "../audit-of.ts";
import type { SourceFlags } from "../source-flags.ts";
import { unmatchedNotes } from "../suppress.ts";
import { type Fleet, unreadClusterLine } from "./fleet.ts";
import { auditContexts } from "./read-contexts.ts";
import { auditDumps } from "./read-dumps.ts";

/**
 * Audits the clusters that the flags select. Throws a usage error if one of `flagsOfOne`, which are
 * for one cluster, is set, or if the flags contradict each other.
 */
export async function auditFleet(
  flags: SourceFlags,
  flagsOfOne: Readonly<Record<string, unknown>>,
): Promise<Fleet<SourceAudit>> {
  const [flag] = Object.entries(flagsOfOne).find(([, value]) => value !== undefined) ?? [];
  if (flag !== undefined) throw new UsageError(`${flag}: requires one cluster`);
  rejectMixedSources(flags);
  const settings = await settingsOf(flags);
  const fleet = await (flags.clusters === undefined
    ? auditContexts(flags, settings)
    : auditDumps(flags.clusters, flags, settings));
  return withSharedNotes(fleet, settings.suppressions);
}

/** Leaves out the notes about suppressions that can match a finding of another cluster. */
function withSharedNotes(
  { clusters, unread }: Fleet<SourceAudit>,
  suppressions: readonly Suppression[],
): Fleet<SourceAudit> {
  const unmatched = unmatchedNotes(suppressions);
  const shared = ({ result }: SourceAudit, note: string): boolean => result.notes?.includes(note) ?? false;
  const notShared = unmatched.filter((note) => unread.length > 0 || !clusters.every((each) => shared(each, note)));
  const withNotes = ({ result, ...audit }: SourceAudit): SourceAudit => ({
    ...audit,
    result: { ...result, notes: result.notes?.filter((note) => !notShared.includes(note)) },
  });
  return { clusters: clusters.map(withNotes), unread };
}

/** Returns what makes the exit code 2, as lines that begin with the name of the cluster. */
export function fleetErrors({ clusters, unread }: Fleet<SourceAudit>): readonly string[] {
  const ofClusters = clusters.flatMap(({ result, crashes, problems }) =>
    [...crashes, ...problems.map(unreadLine)].map((line) => `${result.cluster.name}: ${line}`),
  );
  return [...unread.map(unreadClusterLine), ...ofClusters];
}

/** Prints the crashes of rules. The reports contain the clusters that could not be read. */
export function printCrashes({ clusters }: Fleet<SourceAudit>): void {
  for (const { result, crashes } of clusters)
    for (const crash of crashes) printError(`${result.cluster.name}: ${crash}`);
}
