import { dateOrTimePattern } from "../../src/text/date-or-time.ts";
import { durationPattern } from "../../src/text/duration.ts";
import { microTimePattern, timePattern } from "../../src/text/time.ts";

/** Regular expressions for checkers that lack lease-guard's formats. They accept February 30. */
export const formatPatterns: Readonly<Record<string, string>> = {
  allowed: "^allowed$",
  "day-or-time": dateOrTimePattern.source,
  "go-duration": durationPattern.source,
  "micro-time": microTimePattern.source,
  "rfc3339-time": timePattern.source,
};
