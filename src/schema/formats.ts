import { isDateOrTime, mustBeDateOrTime } from "../text/date-or-time.ts";
import { isDuration } from "../text/duration.ts";
import { isMicroTime, isTime } from "../text/time.ts";

/**
 * The checks of the string formats that `schemas/` uses in addition to the formats of JSON Schema.
 */
export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  allowed: (text) => text === "allowed",
  "day-or-time": isDateOrTime,
  "go-duration": isDuration,
  "micro-time": isMicroTime,
  "rfc3339-time": isTime,
  "review-uid": isReviewUid,
};

/** The requirement of each format, for the error message about a string without this format. */
export const formatDetails: Readonly<Record<string, string>> = {
  allowed: "must be allowed, or an object with denied, warned, audited or abstained",
  "day-or-time": mustBeDateOrTime,
  "go-duration": "must be a duration, such as 5s or 1m30s",
  "micro-time": "must be an RFC 3339 time with exactly six fraction digits, such as 2026-07-01T08:00:00.000000Z",
  "rfc3339-time": "must be an RFC 3339 time, such as 2026-07-01T08:00:00Z",
  "review-uid": "must be 1 to 256 characters",
};

/**
 * Reports whether a string has 1 to 256 characters, as the uid of a review must have.
 * kube-apiserver sends UUIDs, which have 36 characters. Without the limit, a client could make a
 * response very long.
 */
export function isReviewUid(text: string): boolean {
  return text.length > 0 && text.length <= 256;
}
