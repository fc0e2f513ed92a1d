import { parseTime, timePattern } from "./time.ts";

const dayPattern = /^\d{4}-\d\d-\d\d$/;

/**
 * Matches the form of a date or of an RFC 3339 time. A string that matches can still be out of
 * range, such as the month 13.
 */
export const dateOrTimePattern: RegExp = new RegExp(`${dayPattern.source}|${timePattern.source}`);

export const mustBeDateOrTime = "must be a day, such as 2027-01-15, or an RFC 3339 time, such as 2027-01-15T08:00:00Z";

/** Parses a date or a time that `metav1.Time` decodes. A date means 00:00 UTC of this day. */
export function parseDateOrTime(text: string): Date | undefined {
  return parseTime(dayPattern.test(text) ? `${text}T00:00:00Z` : text);
}

/** Returns the day of a time in UTC, such as `2026-07-01`. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

export function isDateOrTime(text: string): boolean {
  return parseDateOrTime(text) !== undefined;
}
