import { expect, test } from "vitest";
import { isDayOrTime, parseDayOrTime } from "../../src/format/day-or-time.ts";

test.each([
  ["2027-01-15", "2027-01-15T00:00:00.000Z"],
  ["2024-02-29", "2024-02-29T00:00:00.000Z"],
  ["2027-01-15T08:30:00Z", "2027-01-15T08:30:00.000Z"],
  ["2027-01-15T08:30:00.25+02:00", "2027-01-15T06:30:00.250Z"],
])("%s is %s", (text, time) => {
  expect(parseDayOrTime(text)?.toISOString()).toBe(time);
  expect(isDayOrTime(text)).toBe(true);
});

test.each([
  "",
  "2027",
  "2027-1-15",
  "2027-02-29",
  "2027-13-01",
  "2027-01-15T08:30",
  "2027-01-15 08:30:00Z",
  "2027-01-15T24:00:00Z",
  "2027-01-15T08:30:00+24:00",
  "tomorrow",
])("%j is neither a day nor a time", (text) => {
  expect(parseDayOrTime(text)).toBeUndefined();
  expect(isDayOrTime(text)).toBe(false);
});
