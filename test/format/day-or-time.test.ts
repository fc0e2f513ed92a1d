import { describe, expect, it } from "vitest";
import { dayOrTimePattern, isDayOrTime, parseDayOrTime } from "../../src/format/day-or-time.ts";

describe("parseDayOrTime", () => {
  it.each([
    ["2027-01-15", "2027-01-15T00:00:00.000Z"],
    ["2028-02-29", "2028-02-29T00:00:00.000Z"],
    ["2027-01-15T08:00:00Z", "2027-01-15T08:00:00.000Z"],
    ["2027-01-15T08:00:00.5+02:00", "2027-01-15T06:00:00.500Z"],
  ])("%s is %s", (text, time) => {
    expect(parseDayOrTime(text)?.toISOString()).toBe(time);
    expect(isDayOrTime(text)).toBe(true);
    expect(text).toMatch(dayOrTimePattern);
  });

  it.each([
    "",
    "soon",
    "2027",
    "2027-01",
    "2027-1-15",
    "2027-13-01",
    "2027-02-29",
    "2027-02-30T00:00:00Z",
    "2027-01-15 08:00:00Z",
    "2027-01-15T08:00:00",
    "2027-01-15Z",
    "15.01.2027",
    " 2027-01-15",
    // What Go reads, and no JavaScript.
    "2027-01-15T08:00:00,5Z",
    "2027-01-15T08:00:00+24:60",
  ])("%j is none", (text) => {
    expect(parseDayOrTime(text)).toBeUndefined();
    expect(isDayOrTime(text)).toBe(false);
  });
});
