const date = String.raw`(\d{4})-(\d\d)-(\d\d)`;
const clock = String.raw`(\d\d?):(\d\d):(\d\d)`;
const zone = String.raw`(?:Z|([+-])(\d\d):(\d\d))`;

/** Go's layout `2006-01-02T15:04:05.000000Z07:00`: six characters after the point, of which the first may be a sign; the shape alone. */
export const microTimePattern: RegExp = new RegExp(String.raw`^${date}T${clock}[.,](\d{6}|\+\d{5}|-0{5})${zone}$`);

/** Go's layout RFC3339: any fraction, or none; the shape alone. */
export const timePattern: RegExp = new RegExp(String.raw`^${date}T${clock}(?:[.,](\d+))?${zone}$`);

/** A day that every month has needs no arithmetic: an eighth of the time, and a renewal brings six of them. */
const plain = String.raw`\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d`;
const plainMicroTime = new RegExp(String.raw`^${plain}\.\d{6}Z$`);
const plainTime = new RegExp(`^${plain}Z$`);

/** True for what `metav1.MicroTime` decodes: the accepted set of Go's `time.Parse`, oddities included (`,` for the point, a one-digit hour). */
export function isMicroTime(text: string): boolean {
  return plainMicroTime.test(text) || inRange(microTimePattern.exec(text));
}

/** True for what `metav1.Time` decodes. */
export function isTime(text: string): boolean {
  return plainTime.test(text) || inRange(timePattern.exec(text));
}

/** True when two texts that `isTime` accepts name the same instant, to the nanosecond. */
export function sameInstant(a: string, b: string): boolean {
  return a === b || instant(a) === instant(b);
}

/** Milliseconds since 1970 of a text that `isMicroTime` accepts, with a fraction: exact to the microsecond until the year 2248, then to a thirtieth of a millisecond. */
export function microTimeMs(text: string): number {
  // Date.UTC takes the years 0 to 99 for those of the twentieth century.
  if (!isPlainShape(text) || text.startsWith("0")) {
    const { seconds, microseconds } = microInstant(text);
    return seconds * 1000 + microseconds / 1000;
  }
  const two = (at: number): number => text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 528;
  const whole = Date.UTC(two(0) * 100 + two(2), two(5) - 1, two(8), two(11), two(14), two(17));
  return whole + (two(20) * 10_000 + two(22) * 100 + two(24)) / 1000;
}

/** Negative where `a` is before `b`, 0 where they name the same instant: exact for any two texts that `isMicroTime` accepts. */
export function compareMicroTimes(a: string, b: string): number {
  if (a === b) return 0;
  if (isPlainShape(a) && isPlainShape(b)) return a < b ? -1 : 1;
  const [first, second] = [microInstant(a), microInstant(b)];
  return first.seconds - second.seconds || first.microseconds - second.microseconds;
}

/** True for `2026-07-01T08:00:00.000000Z` among the texts that `isMicroTime` accepts: no other is as long but those with another point or a sign. */
function isPlainShape(text: string): boolean {
  return text.length === 27 && text[19] === "." && text.charCodeAt(20) >= 48;
}

/** Go's bounds: a second 60 is refused, an offset of 24:60 is not. */
function inRange(match: RegExpExecArray | null): boolean {
  if (match === null) return false;
  const [, year, month, day, hour, minute, second, , , offsetHour, offsetMinute] = match;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return false;
  if (offsetHour !== undefined && (Number(offsetHour) > 24 || Number(offsetMinute) > 60)) return false;
  return Number(day) >= 1 && Number(day) <= daysIn(Number(year), Number(month));
}

const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** 0 for a month that does not exist. */
function daysIn(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && leap ? 29 : (monthDays[month - 1] ?? 0);
}

/** Seconds since 1970 and nanoseconds, as one comparable text. */
function instant(text: string): string {
  const match = timePattern.exec(text);
  return `${secondsOf(match)}.${(match?.[7] ?? "").slice(0, 9).padEnd(9, "0")}`;
}

interface MicroInstant {
  readonly seconds: number;
  readonly microseconds: number;
}

/** A sign before the fraction is read as Go reads it: with the digits, as a number. */
function microInstant(text: string): MicroInstant {
  const match = microTimePattern.exec(text);
  return { seconds: secondsOf(match), microseconds: Number(match?.[7]) };
}

/** Seconds since 1970 of what either pattern found, without the fraction. */
function secondsOf(match: RegExpExecArray | null): number {
  const [, year, month, day, hour, minute, second, , sign, offsetHour, offsetMinute] = match ?? [];
  const days = new Date(0).setUTCFullYear(Number(year), Number(month) - 1, Number(day)) / 1000;
  const offset = (Number(offsetHour ?? 0) * 60 + Number(offsetMinute ?? 0)) * (sign === "-" ? -60 : 60);
  return days + Number(hour) * 3600 + Number(minute) * 60 + Number(second) - offset;
}
