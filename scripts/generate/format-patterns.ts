import { dateOrTimePattern } from "../../src/text/date-or-time.ts";
import { durationPattern } from "../../src/text/duration.ts";
import { microTimePattern, timePattern } from "../../src/text/time.ts";

/** Regular expressions for validators that lack lease-guard's formats. */
export const formatPatterns: Readonly<Record<string, string>> = {
  allowed: "^allowed$",
  "day-or-time": dateOrTimePattern.source,
  "go-duration": durationPattern.source,
  "micro-time": microTimePattern.source,
  "rfc3339-time": timePattern.source,
};
