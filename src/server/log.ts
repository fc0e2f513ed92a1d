import { type Logger, type LoggerOptions, pino } from "pino";
import { type Reply, rulesOf } from "../admission/respond.ts";
import { denials } from "../validate/verdict.ts";

/** Bytes of lines that wait for a slow reader before further ones are dropped; a stalled log must not fill the memory. */
const maxWaitingBytes = 1024 * 1024;

const options: LoggerOptions = {
  // Neither process nor host: a container's log already has them.
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
};

/** A logger of JSON lines that never blocks, and never throws when what it writes to is full, closed or stalled. */
export function createLog(fd: number): Logger {
  const destination = pino.destination({ fd, sync: false, maxLength: maxWaitingBytes });
  destination.on("error", () => {});
  return pino(options, destination);
}

/** Longest text of a request that is logged, in UTF-16 units; any legal name is shorter. */
const maxLoggedLength = 512;

/** One line a decision, without a word of the objects themselves. */
export function logReply(log: Logger, { request, verdict, body }: Reply, durationMs: number): void {
  for (const { origin, error } of verdict?.faults ?? []) log.error({ rule: origin, err: error }, "rule failed and abstained");
  if (request === undefined) {
    const status = body.kind === "Status" ? body : body.response.status;
    log.warn({ reason: clip(status?.message), durationMs: rounded(durationMs) }, "refused");
    return;
  }
  const { uid, operation, resource, subResource, namespace, name, userInfo, dryRun } = request;
  log.info(
    {
      uid: clip(uid),
      operation,
      resource: clip(resource.resource),
      ...(subResource && { subresource: clip(subResource) }),
      namespace: clip(namespace),
      name: clip(name),
      user: clip(userInfo?.username),
      allowed: verdict === undefined || denials(verdict).length === 0,
      rules: verdict === undefined ? [] : rulesOf(verdict),
      dryRun: dryRun ?? false,
      durationMs: rounded(durationMs),
    },
    "decision",
  );
}

function clip(text: string | null | undefined): string {
  return (text ?? "").slice(0, maxLoggedLength);
}

/** To the microsecond. */
function rounded(durationMs: number): number {
  return Math.round(durationMs * 1000) / 1000;
}
