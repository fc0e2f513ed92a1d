import type { ApiServer } from "../cluster/api-server.ts";
import type { UnreadResource } from "../core/api/requests.ts";
import { coordinationGroup, resources } from "../core/api/served-versions.ts";
import { ok, type Result } from "../core/field/result.ts";
import { readMetrics } from "./read-metrics.ts";

/** How long one API server took for the writes of Leases since its start. */
export interface WriteLatency {
  readonly writes: number;
  /** The time in milliseconds within which 99% of the writes were complete, if it is known. */
  readonly percentile99Ms: number | undefined;
}

const bucket = "apiserver_request_duration_seconds_bucket";

/** The values of the label `verb` for writes that renew a Lease. */
const writeVerbs: ReadonlySet<string> = new Set(["PUT", "PATCH", "APPLY"]);

/** Reads the metrics of an API server, or the reason why it rejects the request. */
export async function readWriteLatency(api: ApiServer): Promise<Result<WriteLatency, UnreadResource>> {
  const counts = new Map<number, number>();
  const read = await readMetrics(api, bucket, (labels, count) => {
    if (labels.get("group") !== coordinationGroup || labels.get("resource") !== resources.Lease) return;
    if (!writeVerbs.has(labels.get("verb") ?? "") || labels.get("subresource") !== "") return;
    const le = labels.get("le") === "+Inf" ? Number.POSITIVE_INFINITY : Number(labels.get("le"));
    if (!Number.isNaN(le)) counts.set(le, (counts.get(le) ?? 0) + count);
  });
  return read.ok ? ok(latencyOf(counts)) : read;
}

/** `counts` contains cumulative counts of buckets, by their upper limits in seconds. */
function latencyOf(counts: ReadonlyMap<number, number>): WriteLatency {
  const writes = counts.get(Number.POSITIVE_INFINITY) ?? 0;
  const limits = [...counts].toSorted(([a], [b]) => a - b);
  const [seconds] = limits.find(([, count]) => writes > 0 && count >= writes * 0.99) ?? [];
  return { writes, percentile99Ms: Number.isFinite(seconds) ? (seconds ?? 0) * 1000 : undefined };
}
