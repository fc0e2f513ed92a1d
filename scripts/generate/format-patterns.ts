import { dateOrTimePattern } from "../../src/core/text/date-or-time.ts";
import { durationPattern } from "../../src/core/text/duration.ts";
import { microTimePattern, timePattern } from "../../src/core/text/time.ts";

/** Regular expressions for validators that lack lease-guard's formats. */
export const formatPatterns: Readonly<Record<string, string>> = {
  allowed: "^allowed$",
  "day-or-time": dateOrTimePattern.source,
  "go-duration": durationPattern.source,
  "micro-time": microTimePattern.source,
  "rfc3339-time": timePattern.source,
};
