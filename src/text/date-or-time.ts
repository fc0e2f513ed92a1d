import { isTime, timePattern } from "./time.ts";

const day = String.raw`\d{4}-\d\d-\d\d`;

/** A day, or a time as RFC 3339 writes it; the shape alone. */
export const dateOrTimePattern: RegExp = new RegExp(`^${day}$|${timePattern.source}`);

/** The time that is meant, where a day means its beginning in UTC; undefined for what is neither. */
export function parseDateOrTime(text: string): Date | undefined {
  const time = new RegExp(`^${day}$`).test(text) ? `${text}T00:00:00Z` : text;
  const date = new Date(time);
  return isTime(time) && !Number.isNaN(date.getTime()) ? date : undefined;
}

/** True for a day and for an RFC 3339 time. */
export function isDateOrTime(text: string): boolean {
  return parseDateOrTime(text) !== undefined;
}
