import { type Logger, type LoggerOptions, pino } from "pino";
import { nameOf, type Reply, rulesOf } from "../admission/respond.ts";
import type { AdmissionRequest } from "../api/admission.ts";
import type { LogDestination } from "./log-destination.ts";
import { parseTraceparent } from "./traceparent.ts";

const options: LoggerOptions = {
  // Neither process nor host: a container's log already has them.
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
};

/** A logger of JSON lines. */
export function createLog(destination: LogDestination): Logger {
  return pino(options, destination);
}

/** Logs an answer; `traceparent` is the request's header. */
export type ReplyLog = (reply: Reply, durationMs: number, traceparent: string | undefined) => void;

/**
 * One line a decision, or a refusal to decide, without a word of the objects themselves. What has few values is in a logger's own
 * bindings, which are written as JSON once (a line costs a quarter less).
 */
export function createReplyLog(log: Logger): ReplyLog {
  const decisions = new Map<string, Logger>();
  const decisionLog = ({ operation, dryRun }: AdmissionRequest, allowed: boolean): Logger => {
    const key = `${operation} ${dryRun ?? false} ${allowed}`;
    const known = decisions.get(key);
    if (known !== undefined) return known;
    const made = log.child({ operation, dryRun: dryRun ?? false, allowed });
    decisions.set(key, made);
    return made;
  };
  return ({ request, verdict, body }, durationMs, traceparent) => {
    for (const { origin, error } of verdict?.faults ?? []) log.error({ rule: origin, err: error }, "rule failed and abstained");
    const { uid, allowed, status } = body.kind === "Status" ? { uid: "", allowed: false, status: body } : body.response;
    const facts = {
      uid: clip(uid),
      ...(request && requestFacts(request)),
      durationMs: Math.round(durationMs * 1000) / 1000,
      ...(traceparent !== undefined && parseTraceparent(traceparent)),
    };
    const line = request === undefined ? log.child({ allowed }) : decisionLog(request, allowed);
    if (status?.code === 400) line.warn({ ...facts, reason: clip(status.message) }, "refused");
    else line.info({ ...facts, rules: verdict ? rulesOf(verdict) : [] }, "decision");
  };
}

function requestFacts(request: AdmissionRequest): object {
  const { resource, subResource, namespace, userInfo } = request;
  return {
    resource: clip(resource.resource),
    ...(subResource && { subresource: clip(subResource) }),
    namespace: clip(namespace),
    name: clip(nameOf(request)),
    user: clip(userInfo?.username),
  };
}

/** Longest text of a request that is logged, in UTF-16 units; any legal name is shorter. */
const maxLoggedLength = 512;

/** What a terminal would obey, and JSON does not escape: DEL, the C1 controls and marks that turn the writing about. */
const obeyed = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

function clip(text: string | null | undefined): string {
  return (text ?? "").slice(0, maxLoggedLength).replace(obeyed, "\ufffd");
}
