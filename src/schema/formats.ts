import { isDayOrTime } from "../format/day-or-time.ts";
import { isDuration } from "../format/duration.ts";
import { isReviewUid } from "../format/review-uid.ts";
import { isMicroTime, isTime } from "../format/time.ts";

/** The string formats our schemas name beyond JSON Schema's own, by their names there. */
export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  "day-or-time": isDayOrTime,
  "go-duration": isDuration,
  "micro-time": isMicroTime,
  "rfc3339-time": isTime,
  "review-uid": isReviewUid,
};
