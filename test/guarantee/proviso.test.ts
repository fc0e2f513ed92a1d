import { describe, expect, it } from "vitest";
import { failed, ok } from "../../src/core/field/result.ts";
import { decideClocks, decideProviso, provisoOf } from "../../src/guarantee/proviso.ts";

const second = 1000;

describe.each([
  { timing: "15/10/2", allowance: 5, status: "fails", stops: 13, taken: 7 },
  { timing: "15/10/2", allowance: 2, status: "fails", stops: 13, taken: 10 },
  { timing: "30/15/2", allowance: 5, status: "holds", stops: 18, taken: 22 },
  { timing: "15/5/1", allowance: 5, status: "holds", stops: 7, taken: 7 },
  { timing: "15/6/1", allowance: 5, status: "fails", stops: 8, taken: 7 },
])("$timing with an allowance of $allowance s", ({ timing, allowance, status, stops, taken }) => {
  const [lease = 0, renew = 0, retry = 0] = timing.split("/").map(Number);
  const terms = {
    leaseMs: lease * second,
    renewMs: renew * second,
    retryMs: retry * second,
    releases: false,
    latencyMs: second,
    allowanceMs: allowance * second,
    skewMs: 2 * second,
  };

  it(`compares ${stops} s with ${taken} s`, () => {
    expect(provisoOf(terms)).toStrictEqual({ stopsMs: stops * second, takenMs: taken * second });
  });

  it(`${status}`, () => {
    const answer = decideProviso({
      leaseMs: ok(terms.leaseMs),
      timing: ok({
        renewMs: terms.renewMs,
        retryMs: terms.retryMs,
        releases: false,
        library: "client-go",
        source: "a flag",
      }),
      latencyMs: ok(terms.latencyMs),
      allowanceMs: ok(terms.allowanceMs),
      skewMs: ok(terms.skewMs),
    });
    expect(answer.status).toBe(status);
    expect(answer.reason).toContain(`= ${stops}s`);
    expect(answer.reason).toContain(`= ${taken}s`);
  });
});

describe("decideProviso", () => {
  const timing = ok({ renewMs: 10_000, retryMs: 2_000, releases: false, library: "client-go", source: "a flag" });
  const facts = {
    leaseMs: ok(30_000),
    timing,
    latencyMs: ok(1_000),
    allowanceMs: ok(5_000),
    skewMs: ok(2_000),
  };

  it.each([
    ["timing", { timing: failed("needs flags") }, "needs flags"],
    ["lease duration", { leaseMs: failed("needs a duration") }, "needs a duration"],
    ["latency", { latencyMs: failed("needs a latency") }, "needs a latency"],
    ["allowance", { allowanceMs: failed("needs a policy") }, "needs a policy"],
    ["skew", { skewMs: failed("needs a skew") }, "needs a skew"],
  ])("is not known without the %s", (_, missing, reason) => {
    expect(decideProviso({ ...facts, ...missing })).toStrictEqual({ status: "not known", reason });
  });

  it("fails with ReleaseOnCancel, and is not known without a statement about it", () => {
    const releases = decideProviso({ ...facts, timing: ok({ ...timing.value, releases: true }) });
    const reason = "with ReleaseOnCancel, clients release the Lease before they stop leading, according to a flag";
    expect(releases).toStrictEqual({ status: "fails", reason });
    const unknown = decideProviso({ ...facts, timing: ok({ ...timing.value, releases: undefined }) });
    const missing = "needs --no-release-on-cancel of elections, if no client uses ReleaseOnCancel";
    expect(unknown).toStrictEqual({ status: "not known", reason: missing });
  });

  const skewMs = failed("skew");
  it.each([
    ["the longest protected term", { leaseMs: ok(298_000) }, "holds"],
    ["a longer term", { leaseMs: ok(298_001) }, "fails"],
    ["a longer term with exact clocks", { leaseMs: ok(300_001), skewMs: ok(0) }, "fails"],
    ["the longest term with exact clocks", { leaseMs: ok(300_000), skewMs: ok(0) }, "holds"],
    ["a longer term, if nothing else is known", { leaseMs: ok(300_001), skewMs, timing: failed("flags") }, "fails"],
    ["a term that another skew can exceed", { leaseMs: ok(300_000), skewMs }, "not known"],
  ])("decides %s", (_, change, status) => {
    const answer = decideProviso({ ...facts, ...change });
    expect(answer.status).toBe(status);
    if (status === "fails") expect(answer.reason).toContain("the garbage collector can delete the Lease");
  });

  it("fails without a latency and a skew, if it fails even with 0", () => {
    const leaseMs = ok(15_000);
    const answer = decideProviso({ ...facts, leaseMs, latencyMs: failed("latency"), skewMs: failed("skew") });
    expect(answer).toStrictEqual({ status: "fails", reason: "2s + 10s = 12s is more than 15s - 5s - 1s = 9s" });
  });
});

describe("decideClocks", () => {
  const facts = { skewMs: ok(2_000), allowanceMs: ok(5_000), offsetMs: undefined, latencyMs: ok(1_000) };

  it.each([
    ["no measured offset", {}, "holds"],
    ["a clock that is ahead by the skew", { offsetMs: 2_000 }, "holds"],
    ["a clock that is further ahead", { offsetMs: 2_001 }, "fails"],
    ["a renewal that waited", { offsetMs: -3_000 }, "holds"],
    ["a clock that is behind", { offsetMs: -3_001 }, "fails"],
    ["a clock that is behind, or a slow write", { offsetMs: -3_001, latencyMs: failed("latency") }, "holds"],
    ["a skew of the allowance", { skewMs: ok(5_000) }, "holds"],
    ["a skew beyond the allowance", { skewMs: ok(5_001) }, "fails"],
    ["no skew", { skewMs: failed("skew") }, "not known"],
    ["no policy", { allowanceMs: failed("policy") }, "not known"],
  ])("with %s: %j", (_, change, status) => {
    expect(decideClocks({ ...facts, ...change }).status).toBe(status);
  });
});
