import type { ApiServer } from "../../cluster/api-server.ts";
import type { Contexts } from "../../cluster/connect-cluster.ts";
import { withDeadline } from "../../cluster/with-deadline.ts";
import { withRetries } from "../../cluster/with-retries.ts";
import { failed, ok, type Result } from "../../core/field/result.ts";
import { type ClusterIdentity, identityOf, readIdentity } from "../../listing/cluster-identity.ts";
import { type SharedMemory, sharedBudget } from "../../listing/listing-budget.ts";
import { groupBy } from "../../report/group-by.ts";
import { answerOf, openContexts } from "../../terminal/cluster-flags.ts";
import { UsageError } from "../../terminal/errors.ts";
import { printMessage } from "../../terminal/output.ts";
import { type Progress, startProgress } from "../../terminal/progress.ts";
import { auditInput, kubectlOf, readSampled, type SourceAudit, type SourceSettings } from "../audit-of.ts";
import { clusterFlagsOf, type SourceFlags } from "../source-flags.ts";
import { attempt, type Fleet, type UnreadCluster } from "./fleet.ts";
import { mapAtMost } from "./map-at-most.ts";

/** The maximum number of clusters that are read at the same time. */
const maxClusters = 10;

/** The maximum time for the requests to one cluster without `--for`, in milliseconds. */
const clusterTimeoutMs = 120_000;

/** A context, and what it leads to. Equal keys are the same cluster. */
interface FoundContext {
  readonly context: string;
  readonly key: string;
  /** The cluster, or the reason why the context cannot read it. */
  readonly found: Result<OpenCluster, UnreadCluster>;
}

/** A connection, which already has the credentials of a plugin, and its cluster. */
interface OpenCluster {
  readonly api: ApiServer;
  readonly cluster: ClusterIdentity;
}

/** The contexts that lead to one cluster, in the order of the configuration. */
interface FoundCluster {
  readonly first: FoundContext;
  readonly others: readonly FoundContext[];
}

/**
 * Audits the clusters of several contexts, ten at a time. Contexts with the same server and the
 * same uid lead to the same cluster, which is read once. A cluster that cannot be read does not end
 * the run. Throws a usage error if the configuration is unusable.
 */
export async function auditContexts(flags: SourceFlags, settings: SourceSettings): Promise<Fleet<SourceAudit>> {
  const contexts = openContexts(flags);
  const names = flags.allContexts ? contexts.names : [...new Set(flags.context)];
  if (names.length === 0) throw new UsageError("--all-contexts: requires a kubeconfig with at least one context");
  const progress = startProgress();
  try {
    const found = await mapAtMost(maxClusters, names, (context) => findCluster(contexts, context));
    const clusters = clustersOf(found);
    clusters.forEach(reportRepeated);
    let done = 0;
    const memory: SharedMemory = { bytes: 0 };
    const audits = await mapAtMost(maxClusters, clusters, async (cluster) => {
      const result = await auditCluster(cluster, { flags, settings, memory, progress });
      done++;
      progress.show(() => `${done} of ${clusters.length} clusters are read`);
      return result;
    });
    return {
      clusters: audits.flatMap((each) => (each.ok ? [each.value] : [])),
      unread: audits.flatMap((each) => (each.ok ? [] : [each.error])),
    };
  } finally {
    progress.clear();
  }
}

/**
 * Requests the uid of the cluster of a context. Without a uid, two contexts with the same server
 * and the same user lead to the same cluster.
 */
async function findCluster(contexts: Contexts, context: string): Promise<FoundContext> {
  const opened = contexts.connect({ context, isUnattended: true });
  const key = (...parts: readonly string[]): string => JSON.stringify(parts);
  if (!opened.ok)
    return {
      context,
      key: key("context", context),
      found: failed({ cluster: { name: context, context }, reason: opened.error }),
    };
  const { api, server, user = "" } = opened.value;
  const identifying = readIdentity({ ...opened.value, api: withRetries(withDeadline(api, clusterTimeoutMs)) });
  const identity = await attempt(identityOf(opened.value), answerOf(identifying));
  if (!identity.ok) return { context, key: key("user", server, user), found: identity };
  const { uid } = identity.value;
  return {
    context,
    key: uid === undefined ? key("user", server, user) : key("uid", server, uid),
    found: ok({ api, cluster: identity.value }),
  };
}

function clustersOf(found: readonly FoundContext[]): readonly FoundCluster[] {
  return [...groupBy(found, ({ key }) => key).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ first, others }],
  );
}

/** The maximum number of contexts that a message names. */
const maxNamed = 10;

function reportRepeated({ first, others }: FoundCluster): void {
  if (others.length === 0) return;
  const names = others.slice(0, maxNamed).map(({ context }) => context);
  const more = others.length - maxNamed;
  printMessage(
    `${first.context}: the same cluster as ${names.join(", ")}${more > 0 ? `, and ${more} more contexts` : ""}; read once`,
  );
}

interface FleetReading {
  readonly flags: SourceFlags;
  readonly settings: SourceSettings;
  readonly memory: SharedMemory;
  readonly progress: Progress;
}

/** Audits a cluster through the first of its contexts that can read the Leases. */
async function auditCluster(
  { first, others }: FoundCluster,
  reading: FleetReading,
): Promise<Result<SourceAudit, UnreadCluster>> {
  const audited = await auditFound(first, reading);
  if (audited.ok) return audited;
  for (const other of others) {
    const another = await auditFound(other, reading);
    if (another.ok) return another;
  }
  return audited;
}

async function auditFound({ found }: FoundContext, reading: FleetReading): Promise<Result<SourceAudit, UnreadCluster>> {
  return found.ok ? attempt(found.value.cluster, auditOpen(found.value, reading)) : found;
}

async function auditOpen(
  { api, cluster }: OpenCluster,
  { flags, settings, memory, progress }: FleetReading,
): Promise<SourceAudit> {
  const budget = sharedBudget(memory);
  const reading = {
    api: withRetries(withDeadline(api, clusterTimeoutMs + (flags.for ?? 0))),
    namespace: flags.namespace,
    progress: { show: progress.show, clear: () => {} },
    budget,
    programs: settings.programs,
  };
  try {
    const input = await readSampled(reading, flags, settings.rules);
    const kubectl = kubectlOf({ ...clusterFlagsOf(flags), context: cluster.context });
    return auditInput({ ...input, cluster }, { ...settings, kubectl });
  } catch (error) {
    budget.clear();
    throw error;
  }
}
