const date = String.raw`(\d{4})-(\d\d)-(\d\d)`;
const clock = String.raw`(\d\d?):(\d\d):(\d\d)`;
const zone = String.raw`(?:Z|([+-])(\d\d):(\d\d))`;

/**
 * Matches the form of Go's layout `2006-01-02T15:04:05.000000Z07:00`. Six characters follow the
 * decimal point. Go also accepts a `+` as the first of them, or a `-` before five zeros. A string
 * that matches can still be out of range.
 */
export const microTimePattern: RegExp = new RegExp(String.raw`^${date}T${clock}[.,](\d{6}|\+\d{5}|-0{5})${zone}$`);

/**
 * Matches the form of Go's layout RFC3339, with or without a fraction of a second. A string that
 * matches can still be out of range.
 */
export const timePattern: RegExp = new RegExp(String.raw`^${date}T${clock}(?:[.,](\d+))?${zone}$`);

/** Matches the only form in which kube-apiserver writes `metav1.Time`: UTC, in whole seconds. */
export const stampPattern: RegExp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** The zero time of Go. Go decodes an absent time that is not a pointer as this time. */
export const goZeroTime = "0001-01-01T00:00:00Z";

/** The first and the last time that `metav1.MicroTime` decodes. */
export const microTimeRange = { first: "0000-01-01T00:00:00.000000Z", last: "9999-12-31T23:59:59.999999Z" } as const;

/**
 * The source of a regular expression for a date and a time of day. It allows only the days 1 to 28,
 * which every month has. This match is about eight times as fast as the full check.
 */
const plain = String.raw`\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d`;
const plainMicroTime = new RegExp(String.raw`^${plain}\.\d{6}Z$`);
const plainTime = new RegExp(`^${plain}Z$`);

/**
 * Reports whether `metav1.MicroTime` decodes a string. Go's `time.Parse` also accepts a `,` instead
 * of the decimal point, or an hour of one digit.
 */
export function isMicroTime(text: string): boolean {
  return plainMicroTime.test(text) || inRange(microTimePattern.exec(text));
}

/** Reports whether `metav1.Time` decodes a string. */
export function isTime(text: string): boolean {
  return plainTime.test(text) || inRange(timePattern.exec(text));
}

/**
 * Parses a string that `metav1.Time` decodes, and drops the digits after the milliseconds.
 * `Date.parse` rejects some of these strings, such as `2026-07-01T8:00:00Z`.
 */
export function parseTime(text: string): Date | undefined {
  if (!isTime(text)) return undefined;
  const match = timePattern.exec(text);
  return new Date(secondsOf(match) * 1000 + Number((match?.[7] ?? "").slice(0, 3).padEnd(3, "0")));
}

/**
 * Reports whether two strings are the same instant, to the nanosecond. `isTime` must accept both
 * strings.
 */
export function sameInstant(a: string, b: string): boolean {
  return a === b || instant(a) === instant(b);
}

/**
 * Returns the milliseconds since 1970, with a fraction. `isMicroTime` must accept the string. The
 * result is exact to the microsecond in the years 1692 to 2247, and to a thirtieth of a millisecond
 * in all other years.
 */
export function microTimeMs(text: string): number {
  if (!isPlainShape(text)) {
    const { seconds, microseconds } = microInstant(text);
    return seconds * 1000 + microseconds / 1000;
  }
  const two = (at: number): number => text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 528;
  const days = daysSince1970(two(0) * 100 + two(2), two(5), two(8));
  const seconds = days * 86_400 + two(11) * 3600 + two(14) * 60 + two(17);
  return seconds * 1000 + (two(20) * 10_000 + two(22) * 100 + two(24)) / 1000;
}

/**
 * Returns the days from 1970-01-01 to a date of the Gregorian calendar. The function takes a tenth
 * of the time of `Date.UTC`. Months count from March, so that a leap day is the last day of a year.
 * The first day of year 0 is then 719,468 days before 1970.
 */
function daysSince1970(year: number, month: number, day: number): number {
  const marchYear = month > 2 ? year : year - 1;
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  const daysBeforeMonth = Math.floor((153 * ((month + 9) % 12) + 2) / 5);
  return 365 * marchYear + leapDays + daysBeforeMonth + day - 1 - 719_468;
}

/**
 * Returns a negative number if `a` is before `b`, 0 if both are the same instant, and otherwise a
 * positive number. The result is exact for strings that `isMicroTime` accepts.
 */
export function compareMicroTimes(a: string, b: string): number {
  if (a === b) return 0;
  if (isPlainShape(a) && isPlainShape(b)) return a < b ? -1 : 1;
  const [first, second] = [microInstant(a), microInstant(b)];
  return first.seconds - second.seconds || first.microseconds - second.microseconds;
}

/**
 * Reports whether a string that `isMicroTime` accepts has the form `2026-07-01T08:00:00.000000Z`.
 * Other accepted strings of this length contain a `,` or a sign.
 */
function isPlainShape(text: string): boolean {
  return text.length === 27 && text[19] === "." && text.charCodeAt(20) >= 48;
}

/**
 * Reports whether Go accepts the numbers of a time, such as the month and the day. Go rejects the
 * second 60, but accepts an offset of 24:60.
 */
function inRange(match: RegExpExecArray | null): boolean {
  if (match === null) return false;
  const [, year, month, day, hour, minute, second, , , offsetHour, offsetMinute] = match;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return false;
  if (offsetHour !== undefined && (Number(offsetHour) > 24 || Number(offsetMinute) > 60)) return false;
  return Number(day) >= 1 && Number(day) <= daysIn(Number(year), Number(month));
}

const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Returns the number of days in a month, or 0 for a month that does not exist. */
export function daysIn(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && leap ? 29 : (monthDays[month - 1] ?? 0);
}

/**
 * Returns the seconds since 1970 and the nanoseconds as one string. Equal instants have equal
 * strings.
 */
function instant(text: string): string {
  const match = timePattern.exec(text);
  return `${secondsOf(match)}.${(match?.[7] ?? "").slice(0, 9).padEnd(9, "0")}`;
}

interface MicroInstant {
  readonly seconds: number;
  readonly microseconds: number;
}

/** Parses a MicroTime. As in Go, a sign before the fraction is the sign of the fraction. */
function microInstant(text: string): MicroInstant {
  const match = microTimePattern.exec(text);
  return { seconds: secondsOf(match), microseconds: Number(match?.[7]) };
}

/** Returns the seconds since 1970 without the fraction. */
function secondsOf(match: RegExpExecArray | null): number {
  const [, year, month, day, hour, minute, second, , sign, offsetHour, offsetMinute] = match ?? [];
  const days = daysSince1970(Number(year), Number(month), Number(day));
  const offset = (Number(offsetHour ?? 0) * 60 + Number(offsetMinute ?? 0)) * (sign === "-" ? -60 : 60);
  return days * 86_400 + Number(hour) * 3600 + Number(minute) * 60 + Number(second) - offset;
}

export function earlier(a: Date, b: Date): Date {
  return b < a ? b : a;
}

export function later(a: Date, b: Date): Date {
  return b > a ? b : a;
}

/** Formats a time in milliseconds since 1970, such as `2026-07-01T08:00:00.000Z`. */
export function isoTime(time: number): string {
  return new Date(time).toISOString();
}

/** Formats a time to the second, such as `2026-07-01T08:00:00Z`. Drops the fraction of a second. */
export function isoSecond(time: Date): string {
  return `${time.toISOString().slice(0, -".000Z".length)}Z`;
}

/**
 * The maximum number of milliseconds between a time from the API server and the event of this time.
 * The API server rounds the header Date and the times in managedFields down to the second, and
 * reads a list within a second.
 */
export const roundingMs = 1000;

/**
 * Returns the offset closest to 0 of a clock that showed a time `differenceMs` milliseconds after a
 * rounded time of the API server. A difference of up to `roundingMs` shows no offset.
 */
export function leastOffsetMs(differenceMs: number): number {
  return differenceMs < 0 ? differenceMs : Math.max(0, differenceMs - roundingMs);
}

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
