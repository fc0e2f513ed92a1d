import { setTimeout as wait } from "node:timers/promises";
import type { ApiServer } from "../cluster/api-server.ts";
import { resultOf } from "../cluster/cluster-error.ts";
import type { Cluster } from "../cluster/connect-cluster.ts";
import { everyApiServer, type NamedServer } from "../cluster/every-api-server.ts";
import { objectsAt, textAt } from "../core/api/fields.ts";
import { listPath } from "../core/api/requests.ts";
import { leaseApiVersion, resources } from "../core/api/served-versions.ts";
import { namespacedName } from "../core/field/object-reference.ts";
import { failed, ok, type Result } from "../core/field/result.ts";
import { viewedRenewTime, viewLabel, viewResource } from "../export/fence-view.ts";
import { fencesIn, type ListedFence } from "../installation/fences.ts";
import type { FenceView, FenceViews, Snapshot } from "../installation/snapshot.ts";
import type { Fence } from "../policy/fence.ts";

/** The maximum number of fences whose views are read. All fences of a cluster share one view. */
const maxFences = 20;

/** A view that is current follows a write within 110 ms, even on an overloaded machine. */
const attempts = 4;

export interface ViewReading {
  readonly cluster: Pick<Cluster, "api" | "server" | "at">;
  /** The namespace in which to create Events in dry runs. */
  readonly namespace: string;
  /** The time between two attempts, in milliseconds. */
  readonly intervalMs?: number;
}

/**
 * Asks each API server that it can reach what its fences see. A dry run stores nothing. If the view
 * is older than the stored Lease, or shows a deleted Lease, asks again, because a view follows a
 * write only after some time.
 */
export async function readFenceViews(snapshot: Snapshot, reading: ViewReading): Promise<FenceViews> {
  const listed = fencesIn(snapshot);
  const fences = listed.slice(0, maxFences);
  const unasked = listed.length - fences.length;
  if (fences.length === 0) return { views: [], unreached: [], unasked };
  const { reached, unreached } = await everyApiServer(reading.cluster);
  const views = await Promise.all(
    reached.map(async (server) => {
      const read: FenceView[] = [];
      for (const fence of fences) read.push(await readView(server, fence, reading));
      return read;
    }),
  );
  return { views: views.flat(), unreached: unreached.map(({ address, reason }) => `${address}: ${reason}`), unasked };
}

async function readView(
  { address: server, api }: NamedServer,
  { fence, policy: { name: policy } }: ListedFence,
  { namespace, intervalMs = 500 }: ViewReading,
): Promise<FenceView> {
  const unknown = { server, policy, viewed: undefined, stored: undefined };
  for (let attempt = 1; ; attempt++) {
    const stored = await readStored(api, fence);
    if (!stored.ok) return { ...unknown, reason: stored.error };
    const viewed = await readViewed(api, fence, namespace);
    if (!viewed.ok) {
      // Of a Lease that does not exist, a current view has no answer.
      const reason = stored.value === undefined ? `Lease ${namespacedName(fence.lease)} does not exist` : viewed.error;
      return { ...unknown, stored: stored.value, reason };
    }
    const view = { server, policy, viewed: viewed.value, stored: stored.value, reason: "" };
    const isCurrent = stored.value !== undefined && viewed.value >= stored.value;
    if (isCurrent || attempt === attempts) return view;
    await wait(intervalMs);
  }
}

/** Returns the renewTime of the stored Lease, or undefined if the Lease does not exist. */
async function readStored(api: ApiServer, { lease }: Fence): Promise<Result<string | undefined, string>> {
  // Lists, because the role of the doctor contains no get.
  const path = `${listPath(leaseApiVersion, lease.namespace, resources.Lease)}?fieldSelector=metadata.name%3D${encodeURIComponent(lease.name)}`;
  const response = await resultOf(api({ method: "GET", path }));
  if (!response.ok) return failed(response.error.message);
  const [found] = objectsAt(response.value.body, "items");
  return ok(found && textAt(found, "spec", "renewTime"));
}

async function readViewed(api: ApiServer, fence: Fence, namespace: string): Promise<Result<string, string>> {
  const { lease, name } = fence;
  const body = {
    apiVersion: "v1",
    kind: "Event",
    metadata: { generateName: "lease-guard-view-", namespace, labels: { [viewLabel]: name } },
    involvedObject: { apiVersion: leaseApiVersion, kind: "Lease", namespace, name: lease.name },
    reason: "FenceView",
    message: "a dry run of lease-guard doctor",
    type: "Normal",
  };
  const path = `${listPath("v1", namespace, viewResource)}?dryRun=All`;
  const response = await resultOf(api({ method: "POST", path, body }));
  if (!response.ok) return failed(response.error.message);
  const viewed = viewedRenewTime(response.value.warning ?? "", fence);
  return viewed === undefined
    ? failed(`no policy answers for the fence ${name}: export the policy again, and apply the whole export`)
    : ok(viewed);
}
