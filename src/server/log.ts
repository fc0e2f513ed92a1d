import { type Logger, type LoggerOptions, pino } from "pino";
import { nameOf, type Reply, rulesOf } from "../admission/respond.ts";
import type { LogDestination } from "./log-destination.ts";
import { parseTraceparent } from "./traceparent.ts";

const options: LoggerOptions = {
  // Neither process nor host: a container's log already has them.
  base: null,
  timestamp: isoClock(),
  formatters: { level: (label) => ({ level: label }) },
};

/** Under load many lines come in one millisecond, and making the text of a time costs a fifth of a line. */
function isoClock(): () => string {
  let lastMs = 0;
  let text = "";
  return () => {
    const ms = Date.now();
    if (ms !== lastMs) text = `,"time":"${new Date(ms).toISOString()}"`;
    lastMs = ms;
    return text;
  };
}

/** A logger of JSON lines. */
export function createLog(destination: LogDestination): Logger {
  return pino(options, destination);
}

/** One line a decision, or a refusal to decide, without a word of the objects themselves; `traceparent` is the request's header. */
export function logReply(log: Logger, { request, verdict, body }: Reply, durationMs: number, traceparent: string | undefined): void {
  for (const { origin, error } of verdict?.faults ?? []) log.error({ rule: origin, err: error }, "rule failed and abstained");
  const { uid, allowed, status } = body.kind === "Status" ? { uid: "", allowed: false, status: body } : body.response;
  const refused = status?.code === 400;
  const rules = verdict ? rulesOf(verdict) : [];
  const trace = traceparent === undefined ? undefined : parseTraceparent(traceparent);
  // One object, for each spread costs as much as five fields; pino leaves out what is undefined.
  const line = {
    uid: clip(uid),
    operation: request?.operation,
    resource: request && clip(request.resource.resource),
    subresource: request?.subResource ? clip(request.subResource) : undefined,
    namespace: request && clip(request.namespace),
    name: request && clip(nameOf(request)),
    user: request && clip(request.userInfo?.username),
    dryRun: request && (request.dryRun ?? false),
    allowed,
    rules: refused ? undefined : rules,
    reason: refused ? clip(status.message) : undefined,
    durationMs: Math.round(durationMs * 1000) / 1000,
    traceId: trace?.traceId,
    spanId: trace?.spanId,
  };
  if (refused) log.warn(line, "refused");
  else log.info(line, "decision");
}

/** Longest text of a request that is logged, in UTF-16 units; any legal name is shorter. */
const maxLoggedLength = 512;

function clip(text: string | null | undefined): string {
  return (text ?? "").slice(0, maxLoggedLength);
}
