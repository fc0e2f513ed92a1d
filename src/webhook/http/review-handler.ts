import type { IncomingMessage, ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import { failed, ok, type Result } from "../../core/field/result.ts";
import { mustNotBeLarger } from "../../core/text/byte-length.ts";
import { maxBodyBytes } from "../../engine/review/limits.ts";
import { reviewBody } from "../../engine/review/review.ts";
import type { Excess } from "../../engine/validate/submission.ts";
import type { Validate } from "../../engine/validate/validate.ts";
import { ClockWatch } from "../clock-watch.ts";
import type { LargeReviewResult } from "../large/large-review-worker.ts";
import type { LargeReviews } from "../large/large-reviews.ts";
import {
  bytesPerPart,
  cheapBodyBytes,
  cheapResponseBytes,
  largeReviewHeapMegabytes,
  maxSmallParts,
  minLargeReviewMs,
  smallBodyBytes,
} from "../limits.ts";
import type { Log, LogReply } from "../log/log.ts";
import type { LogLimit } from "../log/log-limit.ts";
import type { Metrics, RefusalReason } from "../metrics/metrics.ts";
import type { Connections } from "./connections.ts";
import { type HttpProblem, internalError, LingeringCloses, sendBusy, sendError, sendJson } from "./http-errors.ts";
import { type BodyMemory, type BodyRefusal, patienceMs, readBody } from "./read-body.ts";
import { Turns } from "./turns.ts";

/** The reason why a request gets no admission decision, for the client and for the metrics. */
interface Refusal extends HttpProblem {
  readonly reason: RefusalReason;
}

export interface ReviewOptions {
  /**
   * Contains the function that validates reviews. The handler reads `validate` for each review,
   * because a new policy replaces the function.
   */
  readonly policy: { readonly validate: Validate };
  readonly log: Log;
  readonly logReply: LogReply;
  readonly logLimit: Pick<LogLimit, "logRefusal">;
  readonly metrics: Metrics;
  readonly bodies: BodyMemory;
  readonly large: LargeReviews;
  /** Maximum number of requests whose body has arrived, but whose response has not been sent. */
  readonly maxInFlight: number;
  readonly connections: Pick<Connections, "unanswered" | "unread" | "expectsExpensive" | "noteExpensive">;
  /**
   * Reports whether the server is shutting down. During a shutdown, each response closes its
   * connection.
   */
  readonly draining: () => boolean;
}

/** Handles one request. Calls `next` only with an exception, which is always a bug. */
type Handler = (request: IncomingMessage, response: ServerResponse, next: (error: unknown) => void) => void;

/**
 * Creates the handler of `POST /validate`. The handler uses no Express functions and no promises,
 * because both take time and the handler runs for every review.
 */
export function createReviewHandler(options: ReviewOptions): Handler {
  const { metrics, bodies, connections, maxInFlight } = options;
  const answering = { ...options, clock: new ClockWatch(options), closes: new LingeringCloses() };
  // Expensive reviews alone must not reach the limit of requests in flight. Otherwise, cheap
  // reviews would get 429.
  const expensive = new Turns(Math.ceil(maxInFlight / 2));
  const tooMany: Refusal = {
    code: 429,
    message: `must not exceed ${maxInFlight} requests in flight`,
    reason: "overload",
  };
  return (request, response, next) => {
    const media = checkMediaType(request);
    if (!media.ok) return refuse(options, response, media.error);
    return readBody(request, response, bodies, (body, done, cut) => {
      if (!body.ok) return refuseBody(answering, response, body.error);
      // `inFlight` is known without counting, but includes requests whose body has not arrived.
      // `unanswered` counts exactly, which takes longer.
      if (metrics.inFlight > maxInFlight && connections.unanswered() > maxInFlight)
        return refuseBusy(answering, response, tooMany);
      const answerNow = () => {
        try {
          if (body.value.length <= smallBodyBytes) answer(answering, request, response, { body: body.value, cut });
          else answerLarge(answering, request, response, { body: body.value, done });
        } catch (error) {
          next(error);
        }
      };
      const mayBeExpensive = body.value.length > cheapBodyBytes || connections.expectsExpensive(request);
      if (!mayBeExpensive || body.value.length > smallBodyBytes) answerNow();
      else if (!expensive.add(request.socket, answerNow)) refuseBusy(answering, response, tooManyExpensive);
    });
  };
}

interface Refusing extends ReviewOptions {
  readonly closes: LingeringCloses;
}

interface Answering extends Refusing {
  readonly clock: ClockWatch;
}

function answer(
  options: Answering,
  request: IncomingMessage,
  response: ServerResponse,
  { body, cut }: { readonly body: Buffer; readonly cut: Excess | undefined },
): void {
  const start = performance.now();
  const now = new Date();
  const reply = reviewBody(body, options.policy.validate, now, cut);
  send(options, request, response, { reply, durationMs: performance.now() - start, record: now });
  options.clock.observe(reply, now);
}

function answerLarge(
  options: Answering,
  request: IncomingMessage,
  response: ServerResponse,
  { body, done }: { readonly body: Buffer; readonly done: () => void },
): void {
  const cancel = options.large.review(body, Math.max(patienceMs(request.url ?? ""), minLargeReviewMs), (result) => {
    done();
    if (result.ok) return send(options, request, response, result.value);
    if (result.error === "deadline") return refuseBody(options, response, "deadline");
    if (result.error === "memory") return refuse(options, response, tooMuchMemory);
    options.log.error({ err: result.error.crash }, "large review failed");
    return refuse(options, response, { ...internalError, reason: "internal_error" });
  });
  response.on("close", cancel);
}

/**
 * A response, and the duration of its review. For a small review, `record` is the time of the
 * review. For a large review, `record` is the line for the recording, or undefined if lease-guard
 * does not record the review.
 */
interface Reviewed extends Pick<LargeReviewResult, "reply" | "durationMs"> {
  readonly record?: Date | LargeReviewResult["record"];
}

function send(
  { draining, metrics, logReply, connections }: Answering,
  request: IncomingMessage,
  response: ServerResponse,
  { reply, durationMs, record }: Reviewed,
): void {
  if (draining()) response.setHeader("Connection", "close");
  const bytes = sendJson(response, reply.httpStatus, reply.body);
  if (bytes > cheapResponseBytes) {
    connections.noteExpensive(request);
    connections.unread.check();
  }
  if (reply.httpStatus === 200) metrics.decided(reply, durationMs / 1000);
  else metrics.refused("bad_review");
  logReply(reply, durationMs, request, record);
}

function refuse(options: ReviewOptions, response: ServerResponse, refusal: Refusal): void {
  report(options, refusal);
  sendError(response, refusal);
}

function refuseBusy(options: Refusing, response: ServerResponse, refusal: Refusal): void {
  report(options, refusal);
  if (options.draining()) response.setHeader("Connection", "close");
  sendBusy(response, refusal, options.closes);
}

function report({ metrics, logLimit }: ReviewOptions, refusal: Refusal): void {
  metrics.refused(refusal.reason);
  logLimit.logRefusal(refusal);
}

const tooMuchMemory: Refusal = {
  code: 413,
  message: `the validation of the body must not need more than ${largeReviewHeapMegabytes} MB of memory`,
  reason: "too_large",
};

const tooManyExpensive: Refusal = {
  code: 429,
  message: "must send fewer expensive reviews at once",
  reason: "overload",
};

/** The response for each reason. */
const bodyRefusals: Readonly<Record<BodyRefusal, Refusal>> = {
  too_large: { code: 413, message: `the body ${mustNotBeLarger(maxBodyBytes)}`, reason: "too_large" },
  too_many_parts: {
    code: 400,
    message: `must send the body in at most ${maxSmallParts} TLS records, and one more for each ${bytesPerPart} bytes`,
    reason: "bad_request",
  },
  overload: {
    code: 429,
    message: "must send each body without pauses, and fewer large reviews concurrently",
    reason: "overload",
  },
  deadline: {
    code: 504,
    message: "must set a longer timeout, or send the review again later: large reviews are still being validated",
    reason: "deadline",
  },
};

function refuseBody(options: Refusing, response: ServerResponse, reason: BodyRefusal): void {
  const refusal = bodyRefusals[reason];
  if (reason === "overload" || reason === "deadline") refuseBusy(options, response, refusal);
  else refuse(options, response, refusal);
}

const jsonType = /^[ \t]*application\/json[ \t]*(?:;|$)/i;

const json: Result<undefined, Refusal> = ok(undefined);

/**
 * Accepts JSON with any parameters of the media type, because the decoder itself checks that the
 * bytes are UTF-8. Rejects compressed bodies.
 */
function checkMediaType({ headers }: IncomingMessage): Result<undefined, Refusal> {
  if (!jsonType.test(headers["content-type"] ?? "")) return unsupported("Content-Type must be application/json");
  const encoding = headers["content-encoding"] ?? "identity";
  return encoding.toLowerCase() === "identity" ? json : unsupported("Content-Encoding must be identity");
}

function unsupported(message: string): Result<undefined, Refusal> {
  return failed({ code: 415, message, reason: "content_type" });
}
