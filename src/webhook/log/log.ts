import type { IncomingMessage } from "node:http";
import { type Logger, type LoggerOptions, pino } from "pino";
import { extraValue, nodeNameKey, podNameKey, type SubmittedExtra } from "../../core/api/user-extra.ts";
import { shorten } from "../../core/field/path.ts";
import { reportedModes, reportedRuleIds } from "../../engine/review/audit-annotations.ts";
import { objectName, objectNamespace, type Reply, validReview } from "../../engine/review/respond.ts";
import { maxLogLineBytes } from "../limits.ts";
import type { LogDestination } from "./log-destination.ts";
import type { LogLimit } from "./log-limit.ts";
import type { RecordLine } from "./record-line.ts";

const options: LoggerOptions = {
  // The lines contain no process id and no host name, because both are the same in all lines of a
  // container.
  base: null,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (label) => ({ level: label }) },
};

export type Log = Logger;

export type LogLevel = "info" | "warn" | "error";

export function createLog(destination: Pick<LogDestination, "write">, level: LogLevel = "info"): Log {
  return pino({ ...options, level }, destination);
}

export type LoggedRequest = Pick<IncomingMessage, "headers" | "socket">;

/**
 * Logs the response to a review. For a small review, `record` is the time of the review. For a
 * large review, `record` is the line for the recording, or undefined if lease-guard does not record
 * the review.
 */
export type LogReply = (
  reply: Reply,
  durationMs: number,
  request: LoggedRequest,
  record: Date | RecordLine | undefined,
) => void;

/**
 * Returns a function that logs at most one line for each decision or rejected review, without
 * contents of objects. Also logs the first exception of each rule. Builds lines in the format of
 * pino without pino, which saves a tenth of the total time of a renewal.
 */
export function createReplyLog(log: Logger, destination: Pick<LogDestination, "write">, limit: LogLimit): LogReply {
  const now = isoClock();
  const failed = new Set<string>();
  return (reply, durationMs, { headers: { traceparent }, socket }) => {
    for (const { origin, error } of reply.verdict?.crashes ?? []) {
      // The log contains only the first exception of each rule, because a bug that affects every
      // review would fill the disk. The metric counts all exceptions.
      if (!failed.has(origin)) log.error({ rule: origin, err: error }, "rule failed and was skipped");
      failed.add(origin);
    }
    if (!log.isLevelEnabled(levelOf(reply))) return;
    if (reply.httpStatus !== 200 && !limit.admitsRefusal()) return;
    const trace = typeof traceparent === "string" ? parseTraceparent(traceparent) : undefined;
    const reviewed = { reply, durationMs, time: now(), trace };
    let line = replyLine(reviewed, maxLoggedLength, Number.POSITIVE_INFINITY);
    let bytes = Buffer.byteLength(line);
    if (bytes > maxLogLineBytes) {
      line = replyLine(reviewed, maxLengthInLongLine, maxRulesInLongLine);
      bytes = Buffer.byteLength(line);
    }
    if (limit.admits(socket, bytes)) destination.write(line);
  };
}

function levelOf(reply: Reply): LogLevel {
  return validReview(reply).ok && reply.verdict?.undecoded === undefined ? "info" : "warn";
}

interface LoggedReply {
  readonly reply: Reply;
  readonly durationMs: number;
  readonly time: string;
  readonly trace: TraceContext | undefined;
}

/**
 * Returns the log line. Truncates strings from the review to `maxLength` UTF-16 code units. The
 * line names at most `maxRules` rules.
 */
function replyLine({ reply, durationMs, time, trace }: LoggedReply, maxLength: number, maxRules: number): string {
  const { request, verdict, httpStatus, body } = reply;
  const valid = validReview(reply);
  const response = httpStatus === 200 ? body.response : undefined;
  // A single object literal is fast, because a spread takes as long as five fields. JSON omits
  // fields that are undefined.
  const line = {
    level: levelOf(reply),
    time,
    uid: shorten(response?.uid ?? "", maxLength),
    operation: request?.operation,
    resource: request && shorten(request.resource.resource, maxLength),
    subresource: request?.subResource ? shorten(request.subResource, maxLength) : undefined,
    namespace: request && shorten(objectNamespace(request), maxLength),
    name: request && shorten(objectName(request), maxLength),
    user: request && shorten(request.userInfo?.username ?? "", maxLength),
    pod: shortValue(request?.userInfo?.extra, podNameKey, maxLength),
    node: shortValue(request?.userInfo?.extra, nodeNameKey, maxLength),
    dryRun: request && (request.dryRun ?? false),
    allowed: response?.allowed ?? false,
    rules: valid.ok ? (verdict ? reportedRuleIds(verdict).slice(0, maxRules) : []) : undefined,
    modes: valid.ok ? (verdict ? reportedModes(verdict).slice(0, maxRules) : []) : undefined,
    undecoded: verdict?.undecoded,
    reason: valid.ok ? undefined : shorten(valid.error, maxLength),
    durationMs: Math.round(durationMs * 1000) / 1000,
    traceId: trace?.traceId,
    spanId: trace?.spanId,
    msg: valid.ok ? "decision" : "refused",
  };
  return `${JSON.stringify(line)}\n`;
}

/**
 * Returns a function that returns the current time in ISO 8601. The function formats each
 * millisecond only once, because formatting takes a fifth of the time needed to write a line. Under
 * load, many lines have the same timestamp.
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

/**
 * Maximum length of a string from a request in the log, in UTF-16 code units. All valid names of
 * objects are shorter.
 */
const maxLoggedLength = 512;

/**
 * Maximum length of a string in a line that would otherwise exceed `maxLogLineBytes`, in UTF-16
 * code units. The eight strings of a decision then take at most 4 KiB.
 */
const maxLengthInLongLine = 80;

/**
 * Maximum number of rules in a line that would otherwise exceed `maxLogLineBytes`. The ids and
 * modes of 30 rules take at most 4 KiB.
 */
const maxRulesInLongLine = 30;

function shortValue(extra: SubmittedExtra | null | undefined, key: string, maxLength: number): string | undefined {
  const value = extraValue(extra, key);
  return value === undefined ? undefined : shorten(value, maxLength);
}

export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
}

/**
 * The format of `traceparent` in W3C Trace Context, section 3.2, version 00. An id of zeros is
 * invalid.
 */
const traceparentForm = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/;

/**
 * Parses the header `traceparent`. Returns undefined unless the header has the format of version
 * 00.
 */
export function parseTraceparent(header: string): TraceContext | undefined {
  const [, traceId, spanId] = traceparentForm.exec(header) ?? [];
  return traceId === undefined || spanId === undefined ? undefined : { traceId, spanId };
}
