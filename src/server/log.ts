import { type Logger, type LoggerOptions, pino } from "pino";
import { reportedRuleIds } from "../admission/audit-annotations.ts";
import { objectName, type Reply } from "../admission/respond.ts";
import type { LogDestination } from "./log-destination.ts";
import { parseTraceparent } from "./traceparent.ts";

const options: LoggerOptions = {
  // Neither process nor host: a container's log already has them.
  base: null,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (label) => ({ level: label }) },
};

/** A logger of JSON lines. */
export function createLog(destination: LogDestination): Logger {
  return pino(options, destination);
}

/** Logs the answer to a review; `traceparent` is the request's header. */
export type LogReply = (reply: Reply, durationMs: number, traceparent: string | undefined) => void;

/**
 * One line a decision, or a refusal to decide, without a word of the objects themselves. The line is made here, in pino's form, and
 * not by pino: that costs a tenth of all that a renewal takes (bench/server.mjs, requests a second).
 */
export function createReplyLog(log: Logger, destination: LogDestination): LogReply {
  const now = isoClock();
  const failed = new Set<string>();
  return ({ request, verdict, body }, durationMs, traceparent) => {
    for (const { origin, error } of verdict?.crashes ?? []) {
      // The metric counts them all; a bug in a rule that each review meets would fill a disk.
      if (!failed.has(origin)) log.error({ rule: origin, err: error }, "rule failed and abstained");
      failed.add(origin);
    }
    const { uid, allowed, status } = body.kind === "Status" ? { uid: "", allowed: false, status: body } : body.response;
    const refused = status?.code === 400;
    const trace = traceparent === undefined ? undefined : parseTraceparent(traceparent);
    // One object, for each spread costs as much as five fields; JSON leaves out what is undefined.
    const line = {
      level: refused ? "warn" : "info",
      time: now(),
      uid: clip(uid),
      operation: request?.operation,
      resource: request && clip(request.resource.resource),
      subresource: request?.subResource ? clip(request.subResource) : undefined,
      namespace: request && clip(request.namespace),
      name: request && clip(objectName(request)),
      user: request && clip(request.userInfo?.username),
      dryRun: request && (request.dryRun ?? false),
      allowed,
      rules: refused ? undefined : verdict ? reportedRuleIds(verdict) : [],
      reason: refused ? clip(status.message) : undefined,
      durationMs: Math.round(durationMs * 1000) / 1000,
      traceId: trace?.traceId,
      spanId: trace?.spanId,
      msg: refused ? "refused" : "decision",
    };
    destination.write(`${JSON.stringify(line)}\n`);
  };
}

/** Under load many lines come in one millisecond, and making the text of a time costs a fifth of a line. */
function isoClock(): () => string {
  let lastMs = 0;
  let text = "";
  return () => {
    const ms = Date.now();
    if (ms !== lastMs) text = new Date(ms).toISOString();
    lastMs = ms;
    return text;
  };
}

/** Longest text of a request that is logged, in UTF-16 units; any legal name is shorter. */
const maxLoggedLength = 512;

function clip(text: string | null | undefined): string {
  return (text ?? "").slice(0, maxLoggedLength);
}
