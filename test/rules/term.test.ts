import { describe, expect, it } from "vitest";
import type { LeaseSpec } from "../../src/core/api/coordination.ts";
import { leaseToHub } from "../../src/core/api/to-hub.ts";
import type { RuleContext } from "../../src/rules/rule.ts";
import { changesField, changesTime } from "../../src/rules/shared/field-changes.ts";
import {
  isCoordinated,
  isHeld,
  isTakeOver,
  keepsHolder,
  termEndMs,
  unguardedSeconds,
} from "../../src/rules/shared/lease-term.ts";
import { someContext } from "../harness/some-context.ts";

const noAdministrators = { users: [], groups: [] };
const held = { holderIdentity: "a", renewTime: "2026-07-01T08:00:10.000000Z", leaseDurationSeconds: 15 };
const lease = (spec: Readonly<Record<string, unknown>>) => leaseToHub({ spec });
const specOf = (spec: Readonly<Record<string, unknown>>): LeaseSpec => lease(spec).spec;

const unheld: Readonly<Record<string, object>> = {
  "holder empty": { holderIdentity: "" },
  "holder null": { holderIdentity: null },
  "renewTime null": { renewTime: null },
  "duration null": { leaseDurationSeconds: null },
};

describe("termEnd", () => {
  it("is the duration after renewTime", () => expect(termEndMs(specOf(held))).toBe(Date.parse("2026-07-01T08:00:25Z")));
  it.each(Object.entries(unheld))("%s: none", (_, spec) =>
    expect(termEndMs(specOf({ ...held, ...spec }))).toBeUndefined(),
  );
});

describe("isLive", () => {
  const context = (now: string, clockSkewMs = 5_000): RuleContext => {
    return {
      ...someContext,
      now: new Date(`2026-07-01T${now}Z`),
      kind: "Lease",
      clockSkewMs,
      administrators: noAdministrators,
      parameters: undefined,
    };
  };
  it.each([
    ["08:00:19.999", 5_000, true],
    ["08:00:20.000", 5_000, false],
    ["08:00:24.999", 0, true],
    ["08:00:25.000", 0, false],
    ["08:00:05.000", 5_000, true],
    ["08:00:04.999", 5_000, false],
    ["08:00:10.000", 15_000, false],
  ] as const)("at %s with an allowance of %d ms: %s", (now, clockSkewMs, live) => {
    expect(isHeld(specOf(held), context(now, clockSkewMs))).toBe(live);
  });
  it.each([0, 999, 1_000, 1_500, 5_000, 20_000])(
    "with an allowance of %d ms: for all terms but the unguarded ones",
    (clockSkewMs) => {
      for (let seconds = 1; seconds <= 30; seconds++) {
        const live = isHeld(specOf({ ...held, leaseDurationSeconds: seconds }), context("08:00:10.000", clockSkewMs));
        expect({ seconds, live }).toEqual({ seconds, live: seconds > unguardedSeconds(clockSkewMs) });
      }
    },
  );
  it("starts at the whole second of renewTime, because client-go compares whole seconds", () => {
    const spec = specOf({ ...held, renewTime: "2026-07-01T08:00:10.900000Z" });
    expect(isHeld(spec, context("08:00:19.999"))).toBe(true);
    expect(isHeld(spec, context("08:00:20.000"))).toBe(false);
  });
  it("with the longest duration: for a day", () => {
    const spec = specOf({ ...held, leaseDurationSeconds: 2_147_483_647 });
    expect(isHeld(spec, { ...context("08:00:00"), now: new Date("2026-07-02T08:00:04.999Z") })).toBe(true);
    expect(isHeld(spec, { ...context("08:00:00"), now: new Date("2026-07-02T08:00:05Z") })).toBe(false);
  });
  it.each(Object.entries(unheld))("%s: not", (_, spec) =>
    expect(isHeld(specOf({ ...held, ...spec }), context("08:00:11"))).toBe(false),
  );
});

describe("the holders before and after a write", () => {
  it.each([
    ["a", "a", "renewal"],
    ["a", "b", "take-over"],
    ["a", "A", "take-over"],
    ["a", "a ", "take-over"],
    ["a", "", "neither"],
    ["", "a", "neither"],
    [null, "a", "neither"],
    ["a", undefined, "neither"],
    ["", "", "neither"],
    ["", null, "neither"],
  ] as const)("%j, then %j: %s", (before, after, expected) => {
    const [old, spec] = [specOf({ holderIdentity: before }), specOf({ holderIdentity: after })];
    expect(keepsHolder(spec, old)).toBe(expected === "renewal");
    expect(isTakeOver(spec, old)).toBe(expected === "take-over");
  });
});

describe("isCoordinated", () => {
  it.each([
    ["s", "s", true],
    ["s", null, true],
    [undefined, "s", true],
    ["", "", false],
    [null, undefined, false],
  ])("strategy %j, before %j: %s", (strategy, before, coordinated) => {
    expect(isCoordinated(specOf({ strategy }), specOf({ strategy: before }))).toBe(coordinated);
  });
});

describe("changes", () => {
  it.each([
    ["holderIdentity", "a", "a", false],
    ["holderIdentity", "a", "A", true],
    ["holderIdentity", "", null, false],
    ["holderIdentity", undefined, "", false],
    ["holderIdentity", null, "a", true],
    ["leaseTransitions", 1, 2, true],
    ["leaseTransitions", 0, undefined, false],
  ] as const)("%s: %j, before %j: %s", (field, value, before, changed) => {
    const [object, oldObject] = [lease({ [field]: value }), lease({ [field]: before })];
    expect(changesField({ operation: "UPDATE", object, oldObject }, field)).toBe(changed);
  });
  it.each([
    ["a", true],
    ["", false],
    [null, false],
  ])("by a create, to %j: %s", (holderIdentity, changed) => {
    expect(changesField({ operation: "CREATE", object: lease({ holderIdentity }) }, "holderIdentity")).toBe(changed);
  });
});

describe("changesTime", () => {
  const time = "2026-07-01T08:00:10.000000Z";
  it.each([
    [time, time, false],
    ["2026-07-01T08:00:10.000001Z", time, true],
    ["2026-07-01T10:00:10.000000+02:00", time, false],
    [null, time, true],
    [time, null, true],
    [null, undefined, false],
  ])("%j, before %j: %s", (renewTime, before, changed) => {
    const [object, oldObject] = [lease({ renewTime }), lease({ renewTime: before })];
    expect(changesTime({ operation: "UPDATE", object, oldObject }, "renewTime")).toBe(changed);
  });
  it.each([
    [time, true],
    [null, false],
  ])("by a create, to %j: %s", (renewTime, changed) => {
    expect(changesTime({ operation: "CREATE", object: lease({ renewTime }) }, "renewTime")).toBe(changed);
  });
});
