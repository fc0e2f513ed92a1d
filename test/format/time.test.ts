import { describe, expect, it } from "vitest";
import { isMicroTime, isTime, sameInstant } from "../../src/format/time.ts";
import { goVectors } from "../fixtures/go/vectors.ts";

interface TimeVectors {
  readonly both: readonly string[];
  readonly microTimeOnly: readonly string[];
  readonly timeOnly: readonly string[];
  readonly neither: readonly string[];
  readonly pairs: readonly (readonly [a: string, b: string, equal: boolean])[];
}

const { both, microTimeOnly, timeOnly, neither, pairs } = goVectors("times") as TimeVectors;

describe("against metav1.MicroTime and metav1.Time", () => {
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

  it("agrees on which texts name the same instant", () => {
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
