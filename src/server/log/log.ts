import { type Logger, type LoggerOptions, pino } from "pino";
import { reportedModes, reportedRuleIds } from "../../admission/audit-annotations.ts";
import { objectName, type Reply, validatedReview } from "../../admission/respond.ts";
import { extraValue, nodeNameKey, podNameKey, type SubmittedExtra } from "../../api/user-extra.ts";
import type { LogDestination } from "./log-destination.ts";
import type { RecordLine } from "./record-line.ts";

const options: LoggerOptions = {
  // The line has neither process nor host, because the log of a container already contains them.
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

/**
 * Logs the reply to a review. `traceparent` is a header of the request. `record` is the line for
 * the recording, if another thread has built it.
 */
export type LogReply = (reply: Reply, durationMs: number, traceparent: string | undefined, record?: RecordLine) => void;

/**
 * Logs one line for each decision or rejected review, without contents of objects. The function
 * builds the line in pino's format without pino. This saves a tenth of the total time of a renewal
 * (bench/server.mjs, requests a second).
 */
export function createReplyLog(log: Logger, destination: LogDestination): LogReply {
  const now = isoClock();
  const failed = new Set<string>();
  return (reply, durationMs, traceparent) => {
    const { request, verdict, httpStatus, body } = reply;
    for (const { origin, error } of verdict?.crashes ?? []) {
      // Each rule is logged only once, because a bug in every review would fill a disk. The metric
      // counts all failures.
      if (!failed.has(origin)) log.error({ rule: origin, err: error }, "rule failed and was skipped");
      failed.add(origin);
    }
    const validated = validatedReview(reply);
    const response = httpStatus === 200 ? body.response : undefined;
    const trace = traceparent === undefined ? undefined : parseTraceparent(traceparent);
    // One object literal is fast, because each spread costs as much as five fields. JSON omits
    // undefined.
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
 * Returns a clock that formats each millisecond once, because formatting the time takes a fifth of
 * the time of a line. Under load, many lines have the same millisecond.
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

/** Longest string of a request in the log, in UTF-16 units. Every valid name is shorter. */
const maxLoggedLength = 512;

function clip(text: string | null | undefined): string {
  return (text ?? "").slice(0, maxLoggedLength);
}

function clipValue(extra: SubmittedExtra | null | undefined, key: string): string | undefined {
  return extraValue(extra, key)?.slice(0, maxLoggedLength);
}

/** The position of a request in a trace of kube-apiserver. */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
}

/** The form of W3C Trace Context, section 3.2, version 00. Ids that are all zeros are invalid. */
const traceparentForm = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/;

/**
 * Reads the header `traceparent`. Returns undefined unless the header has exactly the form of
 * version 00.
 */
export function parseTraceparent(header: string): TraceContext | undefined {
  const [, traceId, spanId] = traceparentForm.exec(header) ?? [];
  return traceId === undefined || spanId === undefined ? undefined : { traceId, spanId };
}
