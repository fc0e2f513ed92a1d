import { maxDepth, mustNotNestDeeper } from "../core/api/json-object.ts";
import { failed, ok, type Result } from "../core/field/result.ts";
import { exceedsLimits } from "../core/text/json-scan.ts";
import { emptyFieldsV1 } from "../engine/review/empty-fields-v1.ts";
import { maxRecordBytes, maxReviewKeys, maxReviewValues } from "../engine/review/limits.ts";
import { type AuditedRequest, type AuditedWrite, isAuditEvent, readAuditEvent, requestOf } from "./audit-event.ts";
import { formOf, recordsIn, textFormOf } from "./log-envelope.ts";
import { type FoundTime, findReview } from "./recorded-review.ts";

/**
 * A recorded review in the form in which the webhook receives a review, and the time of the review.
 */
export interface ReplayableReview extends FoundTime {
  readonly body: Uint8Array;
}

export type LineContent = { readonly review: ReplayableReview } | AuditedEvent;

/** A successful write of a Lease or a LeaseCandidate, a request, or both. */
interface AuditedEvent {
  readonly audited: AuditedWrite | undefined;
  readonly request: AuditedRequest | undefined;
}

/** A record, and the line at which it begins. A line can have several records. */
export interface RecordLine {
  readonly number: number;
  readonly content: Result<LineContent | undefined, string>;
}

type Contents = Iterable<RecordLine["content"]>;

/**
 * Reads the records in a line. A record is undefined if it is an audit event without a write or a
 * request that a command uses. `line` must be undefined if the line is longer than
 * `maxRecordBytes`.
 */
export function readLine(line: Uint8Array | undefined): Contents {
  if (line === undefined) return [failed(`must not be longer than ${maxRecordBytes} bytes`)];
  const parsed = parseText(utf8.decode(line));
  return parsed.ok ? readValue(parsed.value) : [parsed];
}

/** Reads the records in a value, which is undefined for an empty line. */
export function* readValue(value: unknown): Contents {
  if (value === undefined) return;
  for (const record of recordsIn(value, isRecord, parseText)) yield record.ok ? readRecord(record.value) : record;
}

function isRecord(value: unknown): boolean {
  return isAuditEvent(value) || findReview(value) !== undefined;
}

function readRecord(record: unknown): RecordLine["content"] {
  if (isAuditEvent(record)) {
    const audited = readAuditEvent(record);
    if (!audited.ok) return audited;
    const request = requestOf(record);
    return ok(audited.value === undefined && request === undefined ? undefined : { audited: audited.value, request });
  }
  const review = toReplayable(record);
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

/**
 * Parses the JSON of a line, without the content of `fieldsV1`. The name of a node or a time can be
 * in front of the JSON.
 */
function parseText(line: string): Result<unknown, string> {
  const text = line.replace(prefix, "");
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
    const form = textFormOf(line);
    return failed(form === "" ? "must be JSON" : `must be JSON, not ${form}`);
  }
}

/**
 * Matches what is in front of an event: the name of a node in the output of `oc adm node-logs`, a
 * time in an export of CloudWatch Logs, or the file name in the output of grep.
 */
const prefix = /^(?![\s[]*\{)[^{}"]{1,300}?[\s:](?=\{)/;

/** Returns the review in the value of a line. Fails if the value contains no review. */
function toReplayable(value: unknown): Result<ReplayableReview, string> {
  const found = findReview(value);
  if (found === undefined)
    return failed(`must be an AdmissionReview, a record with one, or an event of an audit log, not ${formOf(value)}`);
  if (!found.ok) return found;
  const { review, time, isEstimate } = found.value;
  return ok({ body: new TextEncoder().encode(JSON.stringify(review)), time, isEstimate });
}
