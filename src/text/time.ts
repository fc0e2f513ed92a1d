const date = String.raw`(\d{4})-(\d\d)-(\d\d)`;
const clock = String.raw`(\d\d?):(\d\d):(\d\d)`;
const zone = String.raw`(?:Z|([+-])(\d\d):(\d\d))`;

/**
 * The form of Go's layout `2006-01-02T15:04:05.000000Z07:00`: six characters after the point, and
 * the first may be a sign. A match can still be out of range.
 */
export const microTimePattern: RegExp = new RegExp(String.raw`^${date}T${clock}[.,](\d{6}|\+\d{5}|-0{5})${zone}$`);

/**
 * The form of Go's layout RFC3339, with any fraction or none; a match can still be out of range.
 */
export const timePattern: RegExp = new RegExp(String.raw`^${date}T${clock}(?:[.,](\d+))?${zone}$`);

/** Days 1 to 28 need no calendar: this takes an eighth of the time, and a renewal has six times. */
const plain = String.raw`\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d`;
const plainMicroTime = new RegExp(String.raw`^${plain}\.\d{6}Z$`);
const plainTime = new RegExp(`^${plain}Z$`);

/**
 * True for what `metav1.MicroTime` decodes: all that Go's `time.Parse` accepts, such as `,` for the
 * point or a one-digit hour.
 */
export function isMicroTime(text: string): boolean {
  return plainMicroTime.test(text) || inRange(microTimePattern.exec(text));
}

/** True for what `metav1.Time` decodes. */
export function isTime(text: string): boolean {
  return plainTime.test(text) || inRange(timePattern.exec(text));
}

/** True if two texts that `isTime` accepts are the same instant, to the nanosecond. */
export function sameInstant(a: string, b: string): boolean {
  return a === b || instant(a) === instant(b);
}

/**
 * Returns milliseconds since 1970, with a fraction, of a text that `isMicroTime` accepts: exact to
 * the microsecond until the year 2248, then to a thirtieth of a millisecond.
 */
export function microTimeMs(text: string): number {
  // Date.UTC reads the years 0 to 99 as 1900 to 1999.
  if (!isPlainShape(text) || text.startsWith("0")) {
    const { seconds, microseconds } = microInstant(text);
    return seconds * 1000 + microseconds / 1000;
  }
  const two = (at: number): number => text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 528;
  const whole = Date.UTC(two(0) * 100 + two(2), two(5) - 1, two(8), two(11), two(14), two(17));
  return whole + (two(20) * 10_000 + two(22) * 100 + two(24)) / 1000;
}

/**
 * Returns a negative number if `a` is before `b`, 0 if they are the same instant; exact for what
 * `isMicroTime` accepts.
 */
export function compareMicroTimes(a: string, b: string): number {
  if (a === b) return 0;
  if (isPlainShape(a) && isPlainShape(b)) return a < b ? -1 : 1;
  const [first, second] = [microInstant(a), microInstant(b)];
  return first.seconds - second.seconds || first.microseconds - second.microseconds;
}

/**
 * True for the form `2026-07-01T08:00:00.000000Z`. Texts of the same length that `isMicroTime`
 * accepts have another point or a sign.
 */
function isPlainShape(text: string): boolean {
  return text.length === 27 && text[19] === "." && text.charCodeAt(20) >= 48;
}

/** Checks the bounds as Go does: rejects a second 60, accepts an offset of 24:60. */
function inRange(match: RegExpExecArray | null): boolean {
  if (match === null) return false;
  const [, year, month, day, hour, minute, second, , , offsetHour, offsetMinute] = match;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return false;
  if (offsetHour !== undefined && (Number(offsetHour) > 24 || Number(offsetMinute) > 60)) return false;
  return Number(day) >= 1 && Number(day) <= daysIn(Number(year), Number(month));
}

const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Returns 0 for a month that does not exist. */
function daysIn(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && leap ? 29 : (monthDays[month - 1] ?? 0);
}

/** Returns seconds since 1970 and nanoseconds as one text, which is equal for equal instants. */
function instant(text: string): string {
  const match = timePattern.exec(text);
  return `${secondsOf(match)}.${(match?.[7] ?? "").slice(0, 9).padEnd(9, "0")}`;
}

interface MicroInstant {
  readonly seconds: number;
  readonly microseconds: number;
}

/** Reads a sign before the fraction with the digits as one number, as Go does. */
function microInstant(text: string): MicroInstant {
  const match = microTimePattern.exec(text);
  return { seconds: secondsOf(match), microseconds: Number(match?.[7]) };
}

/** Returns seconds since 1970 of a match of either pattern, without the fraction. */
function secondsOf(match: RegExpExecArray | null): number {
  const [, year, month, day, hour, minute, second, , sign, offsetHour, offsetMinute] = match ?? [];
  const days = new Date(0).setUTCFullYear(Number(year), Number(month) - 1, Number(day)) / 1000;
  const offset = (Number(offsetHour ?? 0) * 60 + Number(offsetMinute ?? 0)) * (sign === "-" ? -60 : 60);
  return days + Number(hour) * 3600 + Number(minute) * 60 + Number(second) - offset;
}
