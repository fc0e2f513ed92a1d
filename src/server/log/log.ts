import type { IncomingMessage } from "node:http";
import { type Logger, type LoggerOptions, pino } from "pino";
import { reportedModes, reportedRuleIds } from "../../admission/audit-annotations.ts";
import { objectName, type Reply, validatedReview } from "../../admission/respond.ts";
import { extraValue, nodeNameKey, podNameKey, type SubmittedExtra } from "../../api/user-extra.ts";
import { maxLogLineBytes } from "../limits.ts";
import type { LogDestination } from "./log-destination.ts";
import type { LogLimit } from "./log-limit.ts";
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
export function createLog(destination: Pick<LogDestination, "write">): Log {
  return pino(options, destination);
}

/** The request of a review: its headers and its connection. */
export type LoggedRequest = Pick<IncomingMessage, "headers" | "socket">;

/**
 * Logs the reply to a review. `record` is the line for the recording, if another thread has built
 * it.
 */
export type LogReply = (reply: Reply, durationMs: number, origin: LoggedRequest, record?: RecordLine) => void;

/**
 * Logs one line for each decision or rejected review, without contents of objects. The function
 * builds the line in pino's format without pino. This saves a tenth of the total time of a renewal
 * (bench/server.mjs, requests a second).
 */
export function createReplyLog(log: Logger, destination: LogDestination, limit: LogLimit): LogReply {
  const now = isoClock();
  const failed = new Set<string>();
  return (reply, durationMs, { headers: { traceparent }, socket }) => {
    for (const { origin, error } of reply.verdict?.crashes ?? []) {
      // Each rule is logged only once, because a bug in every review would fill a disk. The metric
      // counts all failures.
      if (!failed.has(origin)) log.error({ rule: origin, err: error }, "rule failed and was skipped");
      failed.add(origin);
    }
    if (reply.httpStatus !== 200 && !limit.admitsRefusal()) return;
    const trace = typeof traceparent === "string" ? parseTraceparent(traceparent) : undefined;
    const reviewed = { reply, durationMs, time: now(), trace };
    let line = replyLine(reviewed, maxLoggedLength, Number.POSITIVE_INFINITY);
    // A line of fewer characters has fewer bytes than the maximum, whatever the characters are.
    if (line.length > maxLogLineBytes / 3 && Buffer.byteLength(line) > maxLogLineBytes)
      line = replyLine(reviewed, maxLengthInLongLine, maxRulesInLongLine);
    if (limit.admits(socket, line.length)) destination.write(line);
  };
}

interface LoggedReply {
  readonly reply: Reply;
  readonly durationMs: number;
  readonly time: string;
  readonly trace: TraceContext | undefined;
}

/** Builds the line with strings of at most `maxLength` UTF-16 units and `maxRules` rules. */
function replyLine({ reply, durationMs, time, trace }: LoggedReply, maxLength: number, maxRules: number): string {
  const { request, verdict, httpStatus, body } = reply;
  const validated = validatedReview(reply);
  const response = httpStatus === 200 ? body.response : undefined;
  // One object literal is fast, because each spread costs as much as five fields. JSON omits
  // undefined.
  const line = {
    level: validated.ok ? "info" : "warn",
    time,
    uid: clip(response?.uid, maxLength),
    operation: request?.operation,
    resource: request && clip(request.resource.resource, maxLength),
    subresource: request?.subResource ? clip(request.subResource, maxLength) : undefined,
    namespace: request && clip(request.namespace, maxLength),
    name: request && clip(objectName(request), maxLength),
    user: request && clip(request.userInfo?.username, maxLength),
    pod: clipValue(request?.userInfo?.extra, podNameKey, maxLength),
    node: clipValue(request?.userInfo?.extra, nodeNameKey, maxLength),
    dryRun: request && (request.dryRun ?? false),
    allowed: response?.allowed ?? false,
    rules: validated.ok ? (verdict ? reportedRuleIds(verdict).slice(0, maxRules) : []) : undefined,
    modes: validated.ok ? (verdict ? reportedModes(verdict).slice(0, maxRules) : []) : undefined,
    reason: validated.ok ? undefined : clip(validated.error, maxLength),
    durationMs: Math.round(durationMs * 1000) / 1000,
    traceId: trace?.traceId,
    spanId: trace?.spanId,
    msg: validated.ok ? "decision" : "refused",
  };
  return `${JSON.stringify(line)}\n`;
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

/**
 * Longest string in a line that would otherwise exceed `maxLogLineBytes`, in UTF-16 units. The
 * eight strings of a line then have at most 4 KiB.
 */
const maxLengthInLongLine = 80;

/** Number of rules in such a line. The ids and modes of 30 rules have at most 4 KiB. */
const maxRulesInLongLine = 30;

function clip(text: string | null | undefined, maxLength: number): string {
  return (text ?? "").slice(0, maxLength);
}

function clipValue(extra: SubmittedExtra | null | undefined, key: string, maxLength: number): string | undefined {
  return extraValue(extra, key)?.slice(0, maxLength);
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
