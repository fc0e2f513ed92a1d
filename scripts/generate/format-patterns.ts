import { durationPattern } from "../../src/core/text/duration.ts";
import { dateOrTimePattern, microTimePattern, timePattern } from "../../src/core/text/time.ts";

/** Regular expressions for validators that lack lease-guard's formats. */
export const formatPatterns: Readonly<Record<string, string>> = {
  allowed: "^allowed$",
  "day-or-time": dateOrTimePattern.source,
  "go-duration": durationPattern.source,
  "micro-time": microTimePattern.source,
  "rfc3339-time": timePattern.source,
};
