import { describe, expect, it } from "vitest";
import { type Durations, toleranceOf } from "../../src/workload/tolerance.ts";

/** Returns settings from the lease duration, the renew deadline, and the retry period in seconds. */
const timing = ([lease, renew, retry]: readonly [number, number, number]): Durations => ({
  leaseMs: lease * 1000,
  renewMs: renew * 1000,
  retryMs: retry * 1000,
});

describe("the tolerance", () => {
  it.each([
    ["client-go and controller-runtime", [15, 10, 2], [8, 5, 17]],
    ["OpenShift", [137, 107, 26], [78, 30, 163]],
    ["OpenShift with a single node", [270, 240, 60], [180, 30, 330]],
    ["the sidecars of CSI", [15, 10, 5], [5, 5, 20]],
    ["Flux", [35, 30, 5], [25, 5, 40]],
    ["cert-manager", [60, 40, 15], [15, 20, 75]],
    ["a long renew deadline", [60, 50, 2], [48, 10, 62]],
    ["ingress-nginx and istiod", [30, 15, 7.5], [7.5, 15, 37.5]],
    ["a renew deadline for one attempt", [15, 3, 2], [0, 12, 17]],
  ] as const)("of %s", (_, settings, [outage, skew, takeover]) => {
    expect(toleranceOf(timing(settings))).toEqual({
      outageMs: outage * 1000,
      skewMs: skew * 1000,
      takeoverMs: takeover * 1000,
    });
  });

  it.each([
    [0, 8],
    [100, 6],
    [2500, 4],
    [10_000, 0],
  ])("of client-go's defaults with writes that take %i ms", (latencyMs, seconds) => {
    expect(toleranceOf(timing([15, 10, 2]), latencyMs).outageMs).toBe(seconds * 1000);
  });
});
