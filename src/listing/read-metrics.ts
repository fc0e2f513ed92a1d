import type { ApiServer } from "../cluster/api-server.ts";
import { readResource } from "../cluster/read-resource.ts";
import type { UnreadResource } from "../core/api/requests.ts";
import { failed, ok, type Result } from "../core/field/result.ts";
import { splitLines } from "../recording/split-lines.ts";

const path = "/metrics";

/** A line of the metrics is shorter. */
const maxLineBytes = 64 * 1024;

const utf8 = new TextDecoder();

type AddSample = (labels: ReadonlyMap<string, string>, value: number) => void;

/**
 * Calls `add` for each sample of a metric of an API server. The error contains the reason why the
 * API server rejects the request.
 */
export async function readMetrics(
  api: ApiServer,
  metric: string,
  add: AddSample,
): Promise<Result<undefined, UnreadResource>> {
  const read = async (): Promise<undefined> => {
    const { body } = await api({ method: "GET", path, accept: "text/plain", isStream: true });
    for await (const { bytes } of splitLines(body as AsyncIterable<Uint8Array>, maxLineBytes))
      if (bytes !== undefined) addLine(utf8.decode(bytes), metric, add);
    return undefined;
  };
  const result = await readResource(path, read());
  return result.ok ? ok(undefined) : failed({ resource: path, reason: result.error.reason });
}

/** Adds the sample in a line. Ignores the lines of other metrics. */
function addLine(line: string, metric: string, add: AddSample): void {
  if (!line.startsWith(`${metric}{`)) return;
  const labels = new Map([...line.matchAll(/([a-z_]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]));
  const value = Number(line.slice(line.lastIndexOf(" ") + 1));
  if (Number.isFinite(value)) add(labels, value);
}
