import { isDateOrTime } from "../text/date-or-time.ts";
import { isDuration } from "../text/duration.ts";
import { isMicroTime, isTime } from "../text/time.ts";

/** The string formats our schemas name beyond JSON Schema's own, by their names there. */
export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  "day-or-time": isDateOrTime,
  "go-duration": isDuration,
  "micro-time": isMicroTime,
  "rfc3339-time": isTime,
  "review-uid": isReviewUid,
};

/** True for what may name a review: kube-apiserver's uids are UUIDs, and an answer must not grow as long as a hostile one. */
export function isReviewUid(text: string): boolean {
  return text.length > 0 && text.length <= 256;
}
