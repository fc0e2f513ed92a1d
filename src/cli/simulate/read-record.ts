import { exceedsDepth } from "../../admission/decode-review.ts";
import { maxBodyBytes } from "../../admission/limits.ts";
import { findReview } from "../../admission/recorded-review.ts";
import { specTimes } from "../../api/coordination.ts";
import { maxDepth, property } from "../../api/json-object.ts";
import { failed, ok, type Result } from "../../field/result.ts";
import { decodeUtf8 } from "../../text/decode-utf8.ts";
import { parseTime } from "../../text/time.ts";

/**
 * A recorded review in the form in which the webhook receives a review, and the time of the review.
 */
export interface RecordedReview {
  readonly body: Uint8Array;
  /** Undefined if the record and the objects contain no time. */
  readonly now: Date | undefined;
  /** True if `now` is not the time of a record, but an estimate from the objects. */
  readonly isEstimate: boolean;
}

/** Maximum length of a line in bytes: 8 MiB. The largest review and 1 MiB of other data fit. */
export const maxLineBytes: number = maxBodyBytes + 1024 * 1024;

/**
 * Reads a line with an AdmissionReview, or with a record that contains an AdmissionReview. Returns
 * undefined for an empty line, and fails for any other line. `line` must be undefined if the line
 * is longer than `maxLineBytes`.
 */
export function readRecord(line: Uint8Array | undefined): Result<RecordedReview | undefined, string> {
  const parsed = parseLine(line);
  if (!parsed.ok) return parsed;
  return parsed.value === undefined ? ok(undefined) : toRecord(parsed.value);
}

/**
 * Parses the JSON of a line. Returns undefined for an empty line. `line` must be undefined if the
 * line is longer than `maxLineBytes`.
 */
export function parseLine(line: Uint8Array | undefined): Result<unknown, string> {
  if (line === undefined) return failed(`must not be longer than ${maxLineBytes} bytes`);
  if (exceedsDepth(line, maxDepth)) return failed(`must not nest deeper than ${maxDepth} levels`);
  const text = decodeUtf8(line);
  if (!text.ok) return text;
  try {
    return ok(text.value.trim() === "" ? undefined : JSON.parse(text.value));
  } catch {
    return failed("must be JSON");
  }
}

/** Returns the review in the value of a line. Fails if the value contains no review. */
export function toRecord(value: unknown): Result<RecordedReview, string> {
  const found = findReview(value);
  if (found === undefined) return failed("must be an AdmissionReview, or a record with one");
  if (!found.ok) return found;
  const { review, time } = found.value;
  const body = new TextEncoder().encode(JSON.stringify(review));
  return ok({ body, now: time ?? newestTime(review), isEstimate: time === undefined });
}

/**
 * Returns the newest time in the objects of a review as an estimate of the time of the write. A
 * client usually sets the current time in the new object. The old object usually has an earlier
 * time. Returns undefined if the objects contain no time.
 */
function newestTime(review: unknown): Date | undefined {
  const request = property(review, "request");
  const texts = ["object", "oldObject"].flatMap((name) => timesOf(property(request, name)));
  const newest = texts.reduce((newest: number, text) => {
    return typeof text === "string" ? Math.max(newest, parseTime(text)?.getTime() ?? 0) : newest;
  }, 0);
  return newest === 0 ? undefined : new Date(newest);
}

function timesOf(object: unknown): readonly unknown[] {
  const [metadata, spec] = [property(object, "metadata"), property(object, "spec")];
  const managedFields = property(metadata, "managedFields");
  return [
    ...["creationTimestamp", "deletionTimestamp"].map((name) => property(metadata, name)),
    ...specTimes.map((name) => property(spec, name)),
    ...(Array.isArray(managedFields) ? managedFields.map((entry: unknown) => property(entry, "time")) : []),
  ];
}
