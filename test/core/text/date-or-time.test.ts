import { describe, expect, it } from "vitest";
import { dateOrTimePattern, isDateOrTime, parseDateOrTime } from "../../../src/core/text/date-or-time.ts";

describe("parseDateOrTime", () => {
  it.each([
    ["2027-01-15", "2027-01-15T00:00:00.000Z"],
    ["2028-02-29", "2028-02-29T00:00:00.000Z"],
    ["2027-01-15T08:00:00Z", "2027-01-15T08:00:00.000Z"],
    ["2027-01-15T08:00:00.5+02:00", "2027-01-15T06:00:00.500Z"],
    // Go accepts these times, too.
    ["2027-01-15T8:00:00Z", "2027-01-15T08:00:00.000Z"],
    ["2027-01-15T08:00:00,5Z", "2027-01-15T08:00:00.500Z"],
    ["2027-01-16T08:00:00+24:60", "2027-01-15T07:00:00.000Z"],
  ])("%s is %s", (text, time) => {
    expect(parseDateOrTime(text)?.toISOString()).toBe(time);
    expect(isDateOrTime(text)).toBe(true);
    expect(text).toMatch(dateOrTimePattern);
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
    "2027-01-15T24:00:00Z",
  ])("%j is neither a date nor a time", (text) => {
    expect(parseDateOrTime(text)).toBeUndefined();
    expect(isDateOrTime(text)).toBe(false);
  });
});
