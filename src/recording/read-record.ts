import { maxDepth, mustNotNestDeeper } from "../core/api/json-object.ts";
import { failed, ok, type Result } from "../core/field/result.ts";
import { pluralize } from "../core/text/join-words.ts";
import { exceedsLimits } from "../core/text/json-scan.ts";
import { emptyFieldsV1 } from "../engine/review/empty-fields-v1.ts";
import { maxRecordBytes, maxReviewKeys, maxReviewValues } from "../engine/review/limits.ts";
import { type AuditedWrite, isAuditEvent, readAuditEvent } from "./audit-event.ts";
import { type FoundTime, findReview } from "./recorded-review.ts";

/**
 * A recorded review in the form in which the webhook receives a review, and the time of the review.
 */
export interface ReplayableReview extends FoundTime {
  readonly body: Uint8Array;
}

/** Maximum number of errors about lines in a report of `simulate`, `learn`, or `audit`. */
export const maxLineErrors = 20;

export function lineError(file: string, line: number, error: string): string {
  return `${file}:${line}: error: ${error}`;
}

/** Returns the message about the lines that could not be read after the first `maxLineErrors`. */
export function moreUnreadable(lines: number): string {
  return `${pluralize(lines, "more line")} could not be read`;
}

export type LineContent = { readonly review: ReplayableReview } | { readonly audited: AuditedWrite };

/**
 * Reads a line. Returns undefined for an empty line, and for an audit event that is not a
 * successful write. `line` must be undefined if the line is longer than `maxRecordBytes`.
 */
export function readLine(line: Uint8Array | undefined): Result<LineContent | undefined, string> {
  const parsed = parseLine(line);
  if (!parsed.ok || parsed.value === undefined) return parsed.ok ? ok(undefined) : parsed;
  if (isAuditEvent(parsed.value)) {
    const audited = readAuditEvent(parsed.value);
    return audited.ok ? ok(audited.value && { audited: audited.value }) : audited;
  }
  const review = toReplayable(parsed.value);
  return review.ok ? ok({ review: review.value }) : review;
}

const depthLimit = { maxDepth, maxValues: Number.POSITIVE_INFINITY };

/** The limits of a line without the content of `fieldsV1`, which are those of a review. */
const limits = { maxDepth, maxValues: maxReviewValues, maxKeys: maxReviewKeys };

/**
 * Invalid bytes become U+FFFD. kube-apiserver stores such bytes in `fieldsV1` and writes them to
 * its audit log.
 */
const utf8 = new TextDecoder();

/** Parses the JSON of a line, without the content of `fieldsV1`. */
function parseLine(line: Uint8Array | undefined): Result<unknown, string> {
  if (line === undefined) return failed(`must not be longer than ${maxRecordBytes} bytes`);
  const text = utf8.decode(line);
  if (exceedsLimits(text, depthLimit)) return failed(mustNotNestDeeper(maxDepth));
  if (text.trim() === "") return ok(undefined);
  const json = emptyFieldsV1(text);
  if (exceedsLimits(json, limits))
    return failed(
      `must not contain more than ${maxReviewValues} values, or more than ${maxReviewKeys} keys in one JSON object`,
    );
  try {
    return ok(JSON.parse(json));
  } catch {
    return failed("must be JSON");
  }
}

/** Returns the review in the value of a line. Fails if the value contains no review. */
function toReplayable(value: unknown): Result<ReplayableReview, string> {
  const found = findReview(value);
  if (found === undefined) return failed("must be an AdmissionReview, a record with one, or an event of an audit log");
  if (!found.ok) return found;
  const { review, time, isEstimate } = found.value;
  return ok({ body: new TextEncoder().encode(JSON.stringify(review)), time, isEstimate });
}
