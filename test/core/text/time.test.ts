import { describe, expect, it } from "vitest";
import {
  compareMicroTimes,
  dateOrTimePattern,
  earlier,
  isDateOrTime,
  isMicroTime,
  isoSecond,
  isTime,
  later,
  microTimeMs,
  parseDateOrTime,
  parseTime,
  sameInstant,
} from "../../../src/core/text/time.ts";
import { goVectors } from "../../fixtures/go/vectors.ts";

interface TimeVectors {
  readonly both: readonly string[];
  readonly microTimeOnly: readonly string[];
  readonly timeOnly: readonly string[];
  readonly neither: readonly string[];
  readonly pairs: readonly (readonly [a: string, b: string, equal: boolean])[];
}

const { both, microTimeOnly, timeOnly, neither, pairs } = goVectors("times") as TimeVectors;

describe("compared with metav1.MicroTime and metav1.Time", () => {
  it.each([
    { name: "both decode", texts: both, least: 100, microTime: true, time: true },
    { name: "only MicroTime decodes", texts: microTimeOnly, least: 5, microTime: true, time: false },
    { name: "only Time decodes", texts: timeOnly, least: 100, microTime: false, time: true },
    { name: "neither decodes", texts: neither, least: 500, microTime: false, time: false },
  ])("agrees on what $name", ({ texts, least, microTime, time }) => {
    expect(texts.length).toBeGreaterThan(least);
    expect(texts.filter((text) => isMicroTime(text) !== microTime)).toEqual([]);
    expect(texts.filter((text) => isTime(text) !== time)).toEqual([]);
  });

  it("agrees on texts of the same instant", () => {
    expect(pairs.length).toBeGreaterThan(200);
    expect(pairs.filter(([, , equal]) => equal).length).toBeGreaterThan(50);
    expect(pairs.filter(([a, b, equal]) => sameInstant(a, b) !== equal)).toEqual([]);
    expect(pairs.filter(([a, b, equal]) => sameInstant(b, a) !== equal)).toEqual([]);
  });
});

describe("sameInstant", () => {
  it.each([
    ["2026-07-01T08:00:00Z", "2026-07-01T08:00:00Z", true],
    ["2026-07-01T08:00:00Z", "2026-07-01T08:00:00,000Z", true],
    ["2026-07-01T08:00:00Z", "2026-07-01T8:00:00Z", true],
    ["2026-07-01T08:00:00+24:60", "2026-06-30T07:00:00-00:00", true],
    ["0000-01-01T00:00:00+01:00", "0000-01-01T00:00:00Z", false],
    ["2026-07-01T08:00:00.000000001Z", "2026-07-01T08:00:00.0000000019Z", true],
    ["2026-07-01T08:00:00.000000001Z", "2026-07-01T08:00:00.000000002Z", false],
    ["1969-12-31T23:59:59.5Z", "1969-12-31T23:59:58.5Z", false],
    ["0001-01-01T00:00:00Z", "1901-01-01T00:00:00Z", false],
  ])("%s and %s: %s", (a, b, same) => {
    expect(sameInstant(a, b)).toBe(same);
  });
});

describe("microTimeMs", () => {
  it.each([
    ["1970-01-01T00:00:00.000000Z", 0],
    ["1970-01-01T00:00:00.000001Z", 0.001],
    ["1969-12-31T23:59:59.500000Z", -500],
    ["2026-07-01T08:00:10.123456Z", 1_782_892_810_123.456],
    ["2024-02-29T23:59:59.999999Z", 1_709_251_199_999.999],
    ["2026-07-01T08:00:10,123456Z", 1_782_892_810_123.456],
    ["2026-07-01T8:00:10.123456Z", 1_782_892_810_123.456],
    ["2026-07-01T10:00:10.123456+02:00", 1_782_892_810_123.456],
    ["2026-07-01T02:30:10.123456-05:30", 1_782_892_810_123.456],
    ["2026-07-02T09:00:10.123456+24:60", 1_782_892_810_123.456],
    ["2026-07-01T08:00:10.+12345Z", 1_782_892_810_012.345],
    ["2026-07-01T08:00:10.-00000Z", 1_782_892_810_000],
    ["0000-01-01T00:00:00.000000Z", -62_167_219_200_000],
    ["0000-01-01T00:00:00.000000+24:60", -62_167_309_200_000],
    ["0001-01-01T00:00:00.000000Z", -62_135_596_800_000],
    ["0099-12-31T00:00:00.000000Z", -59_011_545_600_000],
    ["1000-01-01T00:00:00.000000Z", -30_610_224_000_000],
    ["9999-12-31T23:59:59.500000Z", 253_402_300_799_500],
  ])("%s is %d", (text, milliseconds) => {
    expect(isMicroTime(text)).toBe(true);
    expect(microTimeMs(text)).toBe(milliseconds);
  });

  it.each(["2026-12-31T23:59:59.", "2247-12-31T23:59:59."])(
    "distinguishes each microsecond of %s from the next",
    (second) => {
      const times = [999_996, 999_997, 999_998, 999_999].map((fraction) => microTimeMs(`${second}${fraction}Z`));
      expect(times.map((time) => Math.round(time * 1000) % 10)).toEqual([6, 7, 8, 9]);
      expect(new Set(times).size).toBe(4);
    },
  );

  it("agrees with Date on every text that Go decodes", () => {
    const texts = both.filter((text) => Number.isFinite(Date.parse(text)));
    expect(texts.length).toBeGreaterThan(50);
    expect(texts.filter((text) => Math.floor(microTimeMs(text)) !== Date.parse(text))).toEqual([]);
  });
});

describe("parseTime", () => {
  it("agrees with Date on every text that both read", () => {
    const texts = [...both, ...timeOnly].filter((text) => Number.isFinite(Date.parse(text)));
    expect(texts.length).toBeGreaterThan(100);
    expect(texts.filter((text) => parseTime(text)?.getTime() !== Date.parse(text))).toEqual([]);
  });

  it("reads every text that metav1.Time decodes, and no other", () => {
    expect([...both, ...timeOnly].filter((text) => !Number.isFinite(parseTime(text)?.getTime()))).toEqual([]);
    expect([...microTimeOnly, ...neither].filter((text) => parseTime(text) !== undefined)).toEqual([]);
  });

  it.each([
    ["2026-07-01T8:00:00Z", "2026-07-01T08:00:00.000Z"],
    ["2026-07-01T08:00:00,5Z", "2026-07-01T08:00:00.500Z"],
    ["2026-07-01T08:00:00+24:00", "2026-06-30T08:00:00.000Z"],
    ["0001-01-01T00:00:00.0019Z", "0001-01-01T00:00:00.001Z"],
  ])("%s is %s", (text, time) => expect(parseTime(text)?.toISOString()).toBe(time));
});

describe("compareMicroTimes", () => {
  it.each([
    ["2026-07-01T08:00:00.000000Z", "2026-07-01T08:00:00.000000Z", 0],
    ["2026-07-01T08:00:00.000000Z", "2026-07-01T08:00:00.000001Z", -1],
    ["2026-07-01T08:00:00.999999Z", "2026-07-01T08:00:01.000000Z", -1],
    ["9999-12-31T23:59:59.999998Z", "9999-12-31T23:59:59.999999Z", -1],
    ["9999-12-31T23:59:59.999998-00:00", "9999-12-31T23:59:59.999999Z", -1],
    ["0000-01-01T00:00:00.000000+01:00", "0000-01-01T00:00:00.000000Z", -1],
    ["0099-12-31T00:00:00.000000Z", "1000-01-01T00:00:00.000000Z", -1],
    ["2026-07-01T08:00:00.000000Z", "2026-07-01T08:00:00,000000Z", 0],
    ["2026-07-01T08:00:00.000002Z", "2026-07-01T08:00:00,000001Z", 1],
    ["2026-07-01T08:00:00.000000Z", "2026-07-01T08:00:00.-00000Z", 0],
    ["2026-07-01T08:00:00.012345Z", "2026-07-01T08:00:00.+12345Z", 0],
    ["2026-07-01T08:00:00.000001Z", "2026-07-01T08:00:00.+00000Z", 1],
    ["2026-07-01T10:00:00.000000Z", "2026-07-01T9:00:00.000000Z", 1],
    ["2026-07-01T08:00:00.000000Z", "2026-07-01T10:00:00.000000+02:00", 0],
    ["2026-07-01T08:00:00.000000Z", "2026-07-01T07:59:59.999999-00:01", -1],
  ])("%s and %s: %d", (a, b, sign) => {
    expect([a, b].every(isMicroTime)).toBe(true);
    expect(Math.sign(compareMicroTimes(a, b)) === sign).toBe(true);
    expect(Math.sign(compareMicroTimes(b, a)) === -sign).toBe(true);
  });
});

it("returns one of two times, in both orders", () => {
  const [first, second] = [new Date("2026-07-01T08:00:00.000Z"), new Date("2026-07-01T08:00:00.001Z")];
  expect([earlier(first, second), earlier(second, first)]).toEqual([first, first]);
  expect([later(first, second), later(second, first)]).toEqual([second, second]);
});

it.each([
  ["2026-07-01T08:00:00.000Z", "2026-07-01T08:00:00Z"],
  ["2026-07-01T08:00:00.250Z", "2026-07-01T08:00:00Z"],
  ["2026-07-01T08:00:59.999Z", "2026-07-01T08:00:59Z"],
])("%s to the second is %s", (time, text) => {
  expect(isoSecond(new Date(time))).toBe(text);
});

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
