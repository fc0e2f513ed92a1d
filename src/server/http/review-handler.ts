import type { IncomingMessage, ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import type { Logger } from "pino";
import { reviewBody } from "../../admission/review.ts";
import type { Validate } from "../../validate/validate.ts";
import { maxBodyBytes } from "../limits.ts";
import type { LogReply } from "../log/log.ts";
import type { Metrics, RefusalReason } from "../metrics/metrics.ts";
import type { RefuseCaller } from "../tls/client-check.ts";
import type { BodyBudget } from "./body-budget.ts";
import { type ErrorCode, sendBusy, sendError, sendJson } from "./http-errors.ts";
import { readBody } from "./read-body.ts";
import { waitForMemory } from "./wait-for-memory.ts";

/** What the routes need. */
export interface AppOptions {
  readonly validate: Validate;
  readonly log: Logger;
  readonly logReply: LogReply;
  readonly metrics: Metrics;
  readonly bodies: BodyBudget;
  /** Most requests at once. */
  readonly maxInFlight: number;
  /** Absent where anybody may call. */
  readonly refuseCaller?: RefuseCaller;
  /** True once the server stops: answers then ask the client to open no further request on its connection. */
  readonly draining: () => boolean;
}

/** Takes a request of the route; `next` gets what only a bug can throw. */
type Handler = (request: IncomingMessage, response: ServerResponse, next: (error: unknown) => void) => void;

/** Answers `POST /validate`; knows nothing of Express, and makes no promise: the hot path. */
export function createReviewHandler({ validate, log, logReply, metrics, bodies, maxInFlight, draining }: AppOptions): Handler {
  const answer = (body: Buffer, request: IncomingMessage, response: ServerResponse) => {
    const start = performance.now();
    const reply = reviewBody(body, validate, new Date());
    const durationMs = performance.now() - start;
    if (draining()) response.setHeader("Connection", "close");
    sendJson(response, reply.httpStatus, reply.body);
    if (reply.httpStatus === 200) metrics.decided(reply, durationMs / 1000);
    else metrics.refused("bad_review");
    const { traceparent } = request.headers;
    logReply(reply, durationMs, typeof traceparent === "string" ? traceparent : undefined);
  };
  const tell = (code: ErrorCode, message: string, reason: RefusalReason) => {
    metrics.refused(reason);
    log.warn({ code, reason: message }, "refused");
  };
  const refuse = (response: ServerResponse, code: ErrorCode, message: string, reason: RefusalReason) => {
    tell(code, message, reason);
    sendError(response, code, message);
  };
  const yieldTo = (response: ServerResponse, code: 429 | 504, message: string, reason: RefusalReason) => {
    tell(code, message, reason);
    if (draining()) response.setHeader("Connection", "close");
    sendBusy(response, code, message);
  };
  return (request, response, next) => {
    if (metrics.inFlight > maxInFlight) return yieldTo(response, 429, `must not be more than ${maxInFlight} requests at once`, "overload");
    const unsupported = unsupportedMedia(request);
    if (unsupported !== undefined) return refuse(response, 415, unsupported, "content_type");
    const read = () =>
      readBody(request, maxBodyBytes, (body) => {
        if (body === undefined) return refuse(response, 413, `the body must not be more than ${maxBodyBytes} bytes`, "too_large");
        try {
          answer(body, request, response);
        } catch (error) {
          next(error);
        }
      });
    waitForMemory(request, response, bodies, {
      granted: read,
      refused: () => yieldTo(response, 429, "must not send so many large reviews at once", "overload"),
      late: () => yieldTo(response, 504, "must wait longer, for too many large reviews came before", "deadline"),
    });
  };
}

const jsonType = /^[ \t]*application\/json[ \t]*(?:;|$)/i;

/** JSON with any parameters, for what charset it is the bytes themselves tell; never compressed. */
function unsupportedMedia({ headers }: IncomingMessage): string | undefined {
  if (!jsonType.test(headers["content-type"] ?? "")) return "Content-Type must be application/json";
  const encoding = headers["content-encoding"] ?? "identity";
  return encoding.toLowerCase() === "identity" ? undefined : "Content-Encoding must be identity";
}
