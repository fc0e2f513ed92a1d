import { describe, expect, it } from "vitest";
import { leaseCandidateToHub } from "../../../src/core/api/to-hub.ts";
import { rule } from "../../../src/rules/lease-candidate/written-by-its-owner.ts";
import type { RuleContext } from "../../../src/rules/rule.ts";
import { isExpired, liveUntil } from "../../../src/rules/shared/candidate-life.ts";
import { isRenewedNow } from "../../../src/rules/shared/lease-term.ts";
import { byPod } from "../../harness/by-pod.ts";
import { someContext } from "../../harness/some-context.ts";

const renewTime = "2026-07-01T08:00:10.000000Z";
const context = (time: string, clockSkewMs = 5_000): RuleContext => ({
  ...someContext,
  now: new Date(`2026-07-01T${time}Z`),
  kind: "LeaseCandidate",
  clockSkewMs,
  administrators: { users: [], groups: [] },
  parameters: undefined,
});

describe("liveUntil", () => {
  it.each([
    ["08:30:04.999", 5_000, true],
    ["08:30:05.000", 5_000, false],
    ["08:30:09.999", 0, true],
    ["08:30:10.000", 0, false],
    ["07:00:00.000", 5_000, true],
    ["08:00:10.000", 1_800_000, false],
  ] as const)("at %s with an allowance of %d ms: %s", (time, clockSkewMs, live) => {
    const end = live ? new Date("2026-07-01T08:30:10Z") : undefined;
    expect(liveUntil({ renewTime }, context(time, clockSkewMs))).toEqual(end);
  });
  it("without renewTime: never", () =>
    expect(liveUntil({ renewTime: undefined }, context("08:00:10"))).toBeUndefined());
});

describe("isExpired", () => {
  it.each([
    ["2026-07-01T07:30:59.999000Z", true],
    ["2026-07-01T07:31:00.000000Z", false],
    ["2026-07-01T09:00:00.000000Z", false],
    [undefined, true],
  ])("renewTime %s: %s", (time, expired) => {
    expect(isExpired({ spec: { renewTime: time } }, new Date("2026-07-01T08:01:00Z"))).toBe(expired);
  });
});

describe("isRenewedNow", () => {
  it.each([
    ["08:01:15.000", true],
    ["08:01:15.001", false],
    ["07:00:00.000", true],
  ] as const)("at %s: %s", (time, renewed) => expect(isRenewedNow({ renewTime }, context(time))).toBe(renewed));
  it("without renewTime: false", () => expect(isRenewedNow({ renewTime: undefined }, context("08:00:10"))).toBe(false));
});

describe("an allowance of an hour, with which no candidate is certainly live", () => {
  const candidate = (spec: object) =>
    leaseCandidateToHub({ metadata: { name: "controller-1", namespace: "team-a" }, spec });
  const oldObject = candidate({ renewTime, binaryVersion: "1.36.0" });
  const found = (object: typeof oldObject) =>
    [
      ...(rule.check(
        { operation: "UPDATE", object, oldObject },
        { ...context("08:00:20", 3_600_000), user: byPod("controller-0") },
      ) ?? []),
    ].length;

  it("reports a renewal by a sibling", () =>
    expect(found(candidate({ renewTime: "2026-07-01T08:00:20.000000Z" }))).toBe(1));
  it("does not report a write that keeps renewTime", () =>
    expect(found(candidate({ renewTime, binaryVersion: "1.37.0" }))).toBe(0));
});
