import { type Logger, type LoggerOptions, pino } from "pino";
import { reportedModes, reportedRuleIds } from "../../admission/audit-annotations.ts";
import { objectName, type Reply, validatedReview } from "../../admission/respond.ts";
import { extraValue, nodeNameKey, podNameKey, type SubmittedExtra } from "../../api/user-extra.ts";
import type { LogDestination } from "./log-destination.ts";

const options: LoggerOptions = {
  // Neither process nor host: a container's log already has them.
  base: null,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (label) => ({ level: label }) },
};

/** A logger of JSON lines. */
export type Log = Logger;

/** Creates a logger that writes to a destination. */
export function createLog(destination: LogDestination): Log {
  return pino(options, destination);
}

/** Logs the reply to a review; `traceparent` is the request's header. */
export type LogReply = (reply: Reply, durationMs: number, traceparent: string | undefined) => void;

/**
 * Logs one line for each decision or rejected review, without contents of objects. The function
 * builds the line in pino's format without pino, which saves a tenth of all that a renewal costs
 * (bench/server.mjs, requests a second).
 */
export function createReplyLog(log: Logger, destination: LogDestination): LogReply {
  const now = isoClock();
  const failed = new Set<string>();
  return (reply, durationMs, traceparent) => {
    const { request, verdict, httpStatus, body } = reply;
    for (const { origin, error } of verdict?.crashes ?? []) {
      // Once for each rule, because a bug that every review triggers would fill a disk; the metric
      // counts all of them.
      if (!failed.has(origin)) log.error({ rule: origin, err: error }, "rule failed and was skipped");
      failed.add(origin);
    }
    const validated = validatedReview(reply);
    const response = httpStatus === 200 ? body.response : undefined;
    const trace = traceparent === undefined ? undefined : parseTraceparent(traceparent);
    // One object, because each spread costs as much as five fields; JSON omits undefined.
    const line = {
      level: validated.ok ? "info" : "warn",
      time: now(),
      uid: clip(response?.uid),
      operation: request?.operation,
      resource: request && clip(request.resource.resource),
      subresource: request?.subResource ? clip(request.subResource) : undefined,
      namespace: request && clip(request.namespace),
      name: request && clip(objectName(request)),
      user: request && clip(request.userInfo?.username),
      pod: clipValue(request?.userInfo?.extra, podNameKey),
      node: clipValue(request?.userInfo?.extra, nodeNameKey),
      dryRun: request && (request.dryRun ?? false),
      allowed: response?.allowed ?? false,
      rules: validated.ok ? (verdict ? reportedRuleIds(verdict) : []) : undefined,
      modes: validated.ok ? (verdict ? reportedModes(verdict) : []) : undefined,
      reason: validated.ok ? undefined : clip(validated.error),
      durationMs: Math.round(durationMs * 1000) / 1000,
      traceId: trace?.traceId,
      spanId: trace?.spanId,
      msg: validated.ok ? "decision" : "refused",
    };
    destination.write(`${JSON.stringify(line)}\n`);
  };
}

/**
 * Formats each millisecond once: under load many lines share one, and a time costs a fifth of a
 * line.
 */
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

/** Longest string of a request in the log, in UTF-16 units; every valid name is shorter. */
const maxLoggedLength = 512;

function clip(text: string | null | undefined): string {
  return (text ?? "").slice(0, maxLoggedLength);
}

function clipValue(extra: SubmittedExtra | null | undefined, key: string): string | undefined {
  return extraValue(extra, key)?.slice(0, maxLoggedLength);
}

/** Where a request belongs in a trace of kube-apiserver. */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
}

/** W3C Trace Context, section 3.2, version 00; ids that are all zeros are invalid. */
const traceparentForm = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/;

/** Reads the header `traceparent`; undefined unless it has exactly the form of version 00. */
export function parseTraceparent(header: string): TraceContext | undefined {
  const [, traceId, spanId] = traceparentForm.exec(header) ?? [];
  return traceId === undefined || spanId === undefined ? undefined : { traceId, spanId };
}
