import { isDateOrTime } from "../text/date-or-time.ts";
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

/**
 * Reports whether a text can be the uid of a review. Every UUID of kube-apiserver can. The limit
 * keeps a hostile uid from making a response long.
 */
export function isReviewUid(text: string): boolean {
  return text.length > 0 && text.length <= 256;
}
