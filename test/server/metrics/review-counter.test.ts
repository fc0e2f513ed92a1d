import { describe, expect, it } from "vitest";
import { DurationHistogram } from "../../../src/server/metrics/review-counter.ts";
import { metricSamples } from "../../harness/metric-samples.ts";

describe("DurationHistogram", () => {
  it("counts each value in every bucket up to its bound, including the bound", () => {
    const histogram = new DurationHistogram("x_seconds", "Help.");
    for (const seconds of [0, 0.0001, 0.00011, 1, 1.01, 10, 10.01, 60]) histogram.observe(seconds);
    const samples = metricSamples(histogram.text());
    const bucket = (bound: string) => samples.get(`x_seconds_bucket{le="${bound}"}`);
    expect(["0.0001", "0.00025", "0.5", "1", "2.5", "5", "10", "+Inf"].map(bucket)).toEqual([2, 3, 3, 4, 5, 5, 6, 8]);
    expect(samples.get("x_seconds_count")).toBe(8);
    expect(samples.get("x_seconds_sum")).toBeCloseTo(82.02021);
  });
});
