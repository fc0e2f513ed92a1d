import { performance } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import type { MessagePort } from "node:worker_threads";
import type { AdmissionRequest } from "../../core/api/admission.ts";
import { objectName, objectNamespace, type Reply } from "../../engine/review/respond.ts";
import { reviewBody } from "../../engine/review/review.ts";
import type { Validate } from "../../engine/validate/validate.ts";
import type { Policy } from "../../policy/policy.ts";
import { redact } from "../../recording/redact.ts";
import { freeBuffer } from "../free-buffer.ts";
import { type RecordLine, recordLine } from "../log/record-line.ts";

/**
 * A message to the thread: the policy for the next reviews, or a review. `arrived` is the time at
 * which the review arrived. `records` is true if the result must contain the line for the
 * recording.
 */
export type LargeReviewMessage =
  | { readonly policy: Policy }
  | { readonly body: Uint8Array; readonly arrived: Date; readonly records: boolean };

/**
 * The result of a large review. The objects are left out, because sending a message copies its
 * content.
 */
export interface LargeReviewResult {
  readonly reply: Reply;
  readonly durationMs: number;
  /** Heap size of the thread after the review, in bytes. */
  readonly heapBytes: number;
  /** The line for the recording. If lease-guard does not record the review, the field is absent. */
  readonly record?: RecordLine | undefined;
}

/**
 * Validates the reviews that arrive at a message port, with the policy that arrived last. Sends
 * each result to the port. Ignores reviews that arrive before the first policy.
 */
export function answerLargeReviews(port: MessagePort, compile: (policy: Policy) => Validate): void {
  let validate: Validate | undefined;
  port.on("message", (message: LargeReviewMessage) => {
    if ("policy" in message) validate = compile(message.policy);
    else if (validate !== undefined) port.postMessage(reviewLarge(message, validate));
  });
}

function reviewLarge(
  { body, arrived, records }: Exclude<LargeReviewMessage, { readonly policy: Policy }>,
  validate: Validate,
): LargeReviewResult {
  const start = performance.now();
  const reply = reviewBody(body, validate, arrived);
  const durationMs = performance.now() - start;
  freeBuffer(body.buffer);
  return {
    reply: withoutObjects(reply),
    durationMs,
    heapBytes: getHeapStatistics().total_heap_size,
    record: records ? recordLine(reply, arrived) : undefined,
  };
}

/**
 * Returns the response without the parts of the request and the verdict that neither the log nor
 * the metrics need.
 */
function withoutObjects(reply: Reply): Reply {
  if (reply.request === undefined) return reply;
  const request = summaryOf(reply.request);
  const { verdict } = reply;
  if (verdict === undefined) return { ...reply, request };
  return {
    ...reply,
    request,
    verdict: { ...verdict, findings: verdict.findings.map(({ badValue: _, ...finding }) => finding) },
  };
}

function summaryOf(request: AdmissionRequest): AdmissionRequest {
  const { object: _, oldObject: __, userInfo, ...rest } = request;
  return redact({
    ...rest,
    namespace: objectNamespace(request),
    name: objectName(request),
    ...(userInfo && { userInfo: { ...userInfo, groups: [] } }),
  });
}
