import type { ApiServer } from "../cluster/api-server.ts";
import { readResource } from "../cluster/read-resource.ts";
import type { UnreadResource } from "../core/api/requests.ts";
import { coordinationGroup, resources } from "../core/api/served-versions.ts";
import { failed, type Result } from "../core/field/result.ts";
import { splitLines } from "../recording/split-lines.ts";

/** How long one API server took for the writes of Leases since its start. */
export interface WriteLatency {
  readonly writes: number;
  /** The time in milliseconds within which 99% of the writes were complete, if it is known. */
  readonly percentile99Ms: number | undefined;
}

const path = "/metrics";
const bucket = "apiserver_request_duration_seconds_bucket{";

/** The values of the label `verb` for writes that renew a Lease. */
const writeVerbs: ReadonlySet<string> = new Set(["PUT", "PATCH", "APPLY"]);

/** A line of the metrics is shorter. */
const maxLineBytes = 64 * 1024;

const utf8 = new TextDecoder();

/** Reads the metrics of an API server, or the reason why it rejects the request. */
export async function readWriteLatency(api: ApiServer): Promise<Result<WriteLatency, UnreadResource>> {
  const read = async (): Promise<WriteLatency> => {
    const { body } = await api({ method: "GET", path, accept: "text/plain", isStream: true });
    const counts = new Map<number, number>();
    for await (const { bytes } of splitLines(body as AsyncIterable<Uint8Array>, maxLineBytes))
      if (bytes !== undefined) addBucket(counts, utf8.decode(bytes));
    return latencyOf(counts);
  };
  const latency = await readResource(path, read());
  return latency.ok ? latency : failed({ resource: path, reason: latency.error.reason });
}

/** Adds the number in a line to those of its bucket. Ignores other lines. */
function addBucket(counts: Map<number, number>, line: string): void {
  if (!line.startsWith(bucket)) return;
  const labels = new Map([...line.matchAll(/([a-z_]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]));
  if (labels.get("group") !== coordinationGroup || labels.get("resource") !== resources.Lease) return;
  if (!writeVerbs.has(labels.get("verb") ?? "") || labels.get("subresource") !== "") return;
  const le = labels.get("le") === "+Inf" ? Number.POSITIVE_INFINITY : Number(labels.get("le"));
  const count = Number(line.slice(line.lastIndexOf(" ") + 1));
  if (!Number.isNaN(le) && Number.isFinite(count)) counts.set(le, (counts.get(le) ?? 0) + count);
}

/** `counts` contains cumulative counts of buckets, by their upper limits in seconds. */
function latencyOf(counts: ReadonlyMap<number, number>): WriteLatency {
  const writes = counts.get(Number.POSITIVE_INFINITY) ?? 0;
  const limits = [...counts].toSorted(([a], [b]) => a - b);
  const [seconds] = limits.find(([, count]) => writes > 0 && count >= writes * 0.99) ?? [];
  return { writes, percentile99Ms: Number.isFinite(seconds) ? (seconds ?? 0) * 1000 : undefined };
}
