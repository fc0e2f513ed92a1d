import { isDateOrTime } from "../text/date-or-time.ts";
import { isDuration } from "../text/duration.ts";
import { isMicroTime, isTime } from "../text/time.ts";

/** The checks of the string formats that `schemas/` adds to those of JSON Schema. */
export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  allowed: (text) => text === "allowed",
  "day-or-time": isDateOrTime,
  "go-duration": isDuration,
  "micro-time": isMicroTime,
  "rfc3339-time": isTime,
  "review-uid": isReviewUid,
};

/**
 * Accepts the UUIDs of kube-apiserver, and bounds how far a hostile uid can lengthen a response.
 */
export function isReviewUid(text: string): boolean {
  return text.length > 0 && text.length <= 256;
}
