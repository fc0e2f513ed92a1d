import { isTime, timePattern } from "./time.ts";

const datePattern = String.raw`\d{4}-\d\d-\d\d`;

/**
 * Matches the form of a date or of an RFC 3339 time. A string that matches can still be out of
 * range, such as the month 13.
 */
export const dateOrTimePattern: RegExp = new RegExp(`^${datePattern}$|${timePattern.source}`);

/**
 * Parses a time or a date. A date means 00:00 UTC of this day. Returns undefined for any other
 * string.
 */
export function parseDateOrTime(text: string): Date | undefined {
  const time = new RegExp(`^${datePattern}$`).test(text) ? `${text}T00:00:00Z` : text;
  const date = new Date(time);
  return isTime(time) && !Number.isNaN(date.getTime()) ? date : undefined;
}

/** Reports whether a string is a date or an RFC 3339 time. */
export function isDateOrTime(text: string): boolean {
  return parseDateOrTime(text) !== undefined;
}
