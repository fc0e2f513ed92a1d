import { isTime, timePattern } from "./time.ts";

const datePattern = String.raw`\d{4}-\d\d-\d\d`;

/** The form of a date or of an RFC 3339 time; a match can still be out of range. */
export const dateOrTimePattern: RegExp = new RegExp(`^${datePattern}$|${timePattern.source}`);

/** Returns the time, or the start of the date in UTC; undefined if the text is neither. */
export function parseDateOrTime(text: string): Date | undefined {
  const time = new RegExp(`^${datePattern}$`).test(text) ? `${text}T00:00:00Z` : text;
  const date = new Date(time);
  return isTime(time) && !Number.isNaN(date.getTime()) ? date : undefined;
}

/** True for a date and for an RFC 3339 time. */
export function isDateOrTime(text: string): boolean {
  return parseDateOrTime(text) !== undefined;
}
