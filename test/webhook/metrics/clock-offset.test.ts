import { describe, expect, it } from "vitest";
import { ClockOffset, type OffsetRange } from "../../../src/webhook/metrics/clock-offset.ts";

/**
 * Takes measurements with timestamps that are one minute apart. Each number is the time from a
 * timestamp to its measurement in milliseconds. Returns the result of the last measurement.
 */
function measured(...lateMs: readonly number[]): OffsetRange | undefined {
  const offset = new ClockOffset();
  return lateMs.map((late, index) => offset.add(index * 60_000, index * 60_000 + late)).at(-1);
}

describe("the range of offsets", () => {
  it.each<readonly [string, readonly number[], OffsetRange | undefined]>([
    ["needs five measurements", [0, 0, 0, 0], undefined],
    ["is 0 within the second of the stamp", [0, 999, 500, 1000, 1], { least: 0, most: 0 }],
    ["does not count the second that a stamp lacks", [7000, 7500, 8000, 6900, 6100], { least: 5.1, most: 7 }],
    [
      "counts all of a stamp in the future, which is certain",
      [-6000, -5500, -7000, -6500, -5001],
      { least: -5.001, most: -7 },
    ],
    ["has the end that is closest to 0, whatever its sign", [-9000, 3000, -4000, 9000, -3000], { least: 2, most: -9 }],
    ["forgets all but the last five", [90_000, -90_000, 500, 500, 500, 500, 500], { least: 0, most: 0 }],
  ])("%s", (_name, lateMs, range) => expect(measured(...lateMs)).toEqual(range));

  it("counts each stamp once", () => {
    const offset = new ClockOffset();
    for (let at = 0; at < 10; at++) expect(offset.add(0, at * 1000)).toBeUndefined();
    for (let at = 1; at < 4; at++) expect(offset.add(at * 1000, at * 1000)).toBeUndefined();
    expect(offset.add(4000, 4000)).toEqual({ least: 0, most: 0 });
  });
});
