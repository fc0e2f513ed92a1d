import { dayOrTimePattern } from "../../src/format/day-or-time.ts";
import { durationPattern } from "../../src/format/duration.ts";
import { microTimePattern, timePattern } from "../../src/format/time.ts";

/** Regular expressions for checkers that lack lease-guard's formats; they accept a February 30. */
export const formatPatterns: Readonly<Record<string, string>> = {
  "day-or-time": dayOrTimePattern.source,
  "go-duration": durationPattern.source,
  "micro-time": microTimePattern.source,
  "rfc3339-time": timePattern.source,
};
