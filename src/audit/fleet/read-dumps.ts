import { type SharedMemory, sharedBudget } from "../../listing/listing-budget.ts";
import { clusterPaths } from "../../terminal/cluster-paths.ts";
import { startProgress } from "../../terminal/progress.ts";
import { auditInput, readFiles, type SourceAudit, type SourceSettings } from "../audit-of.ts";
import type { SourceFlags } from "../source-flags.ts";
import { attempt, type Fleet, type UnreadCluster } from "./fleet.ts";

/**
 * Audits the clusters of a directory, one after the other. A cluster that cannot be read does not
 * end the run. Throws a usage error in the same cases as `clusterPaths`.
 */
export async function auditDumps(
  directory: string,
  { namespace, now }: SourceFlags,
  settings: SourceSettings,
): Promise<Fleet<SourceAudit>> {
  const paths = clusterPaths(directory);
  const memory: SharedMemory = { bytes: 0 };
  const progress = startProgress();
  const [clusters, unread]: [SourceAudit[], UnreadCluster[]] = [[], []];
  for (const { name, path } of paths) {
    progress.show(() => `${clusters.length + unread.length} of ${paths.length} clusters are read`);
    const budget = sharedBudget(memory);
    const files = [path];
    const reading = readFiles({ files, namespace, now, budget, programs: settings.programs }, settings.rules, name);
    const read = await attempt({ name, files }, reading);
    if (read.ok) clusters.push(auditInput(read.value, settings));
    else {
      budget.clear();
      unread.push(read.error);
    }
  }
  progress.clear();
  return { clusters, unread };
}
