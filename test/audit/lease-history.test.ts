import { describe, expect, it } from "vitest";
import { maxStates, type RecordedWrite } from "../../src/audit/lease-history.ts";
import type { AuditedObject } from "../../src/audit/result.ts";
import type { HubByKind } from "../../src/core/api/coordination.ts";
import { decode } from "../../src/engine/validate/decode.ts";
import { auditedAt, type LeaseParts, leaseBy } from "../harness/audit-objects.ts";
import { auditScene } from "../harness/audit-scene.ts";
import { requireServedVersion } from "../harness/served-version.ts";

const at = (seconds: number): Date => new Date(auditedAt.getTime() + seconds * 1000);
const microTime = (seconds: number): string => `${at(seconds).toISOString().slice(0, -1)}000Z`;

/** The parts of a state of a Lease that tests change. */
interface State extends Pick<LeaseParts, "uid" | "name" | "renewed"> {
  readonly version?: number | string;
  readonly holder: string;
  readonly acquired?: number;
}

function objectOf({ version = 1, holder, acquired, ...parts }: State): object {
  const spec = {
    acquireTime: acquired === undefined ? undefined : microTime(acquired),
    ...(holder === "" && { holderIdentity: undefined }),
  };
  return leaseBy({ ...parts, holder, spec, metadata: { resourceVersion: String(version) } });
}

function hub(state: State): HubByKind["Lease"] {
  const object = objectOf(state);
  const decoded = decode(requireServedVersion(object), object);
  if (!decoded.ok) throw new RangeError("must decode");
  return decoded.value as HubByKind["Lease"];
}

/**
 * Returns a write at a time in seconds. Without `before`, the write is a create. Without `after`,
 * it is a delete.
 */
function write(time: number, before: State | undefined, after: State | undefined): RecordedWrite {
  return {
    time: at(time),
    namespace: "team-a",
    name: before?.name ?? after?.name ?? "controller",
    operation: before === undefined ? "CREATE" : after === undefined ? "DELETE" : "UPDATE",
    object: after && hub(after),
    oldObject: before && hub(before),
  };
}

/** Audits the Lease in a state, and returns it with its holding periods. */
function audited(last: State, writes: readonly RecordedWrite[]): AuditedObject | undefined {
  return auditScene({ objects: [objectOf(last)], writes }).result.objects[0];
}

const [a, free, b] = [
  { holder: "a", version: 10, acquired: -100, renewed: -60 },
  { holder: "", version: 11, acquired: -55, renewed: -55 },
  { holder: "b", version: 14, acquired: -44, renewed: -5 },
];
const periodOfA = { holder: "a", from: at(-100), renewed: at(-60), until: at(-45) };
const periodOfB = { holder: "b", from: at(-44), renewed: at(-5), until: at(10) };
const releasedPeriodOfA = { ...periodOfA, until: at(-55), isReleased: true as const };
const [release, takeover, takeoverOfFree] = [
  write(-55, a, free),
  write(-44, a, { ...b, renewed: -44 }),
  write(-44, free, { ...b, renewed: -44 }),
];

it.each<readonly [string, State, readonly RecordedWrite[], AuditedObject["holdingPeriods"]]>([
  ["a takeover", b, [takeover], [periodOfA, periodOfB]],
  ["a release, and the next holder", b, [release, takeoverOfFree], [releasedPeriodOfA, periodOfB]],
  ["a release that is the last write", free, [release], [releasedPeriodOfA]],
  [
    "a takeover in a recording with the renewals",
    b,
    [
      write(-80, { ...a, version: 8, renewed: -90 }, { ...a, renewed: -80 }),
      write(-60, { ...a, version: 9, renewed: -80 }, a),
      takeover,
      write(-30, { ...b, version: 11, renewed: -44 }, { ...b, renewed: -30 }),
    ],
    [periodOfA, periodOfB],
  ],
  ["files in a different order", b, [takeoverOfFree, release], [releasedPeriodOfA, periodOfB]],
  [
    "a denied takeover",
    { ...a, version: 13, renewed: -1 },
    [write(-50, a, { ...b, acquired: -50, renewed: -50 })],
    [{ ...periodOfA, renewed: at(-1), until: at(14) }],
  ],
  [
    "a takeover that lost against another one",
    b,
    [
      write(-44.1, a, { holder: "c", acquired: -44.1, renewed: -44.1 }),
      takeover,
      write(-43.9, a, { holder: "d", acquired: -43.9, renewed: -43.9 }),
    ],
    [periodOfA, periodOfB],
  ],
  [
    "a denied takeover, and a takeover that is not recorded",
    b,
    [write(-50, a, { ...b, acquired: -50, renewed: -50 })],
    [{ ...periodOfA, until: undefined }, periodOfB],
  ],
  [
    "a denied delete",
    { ...a, version: 13, renewed: -1 },
    [write(-50, a, undefined)],
    [{ ...periodOfA, renewed: at(-1), until: at(14) }],
  ],
  [
    "a create by a holder without acquireTime",
    { holder: "a", version: 13, renewed: -1 },
    [write(-100, undefined, { holder: "a", renewed: -100 })],
    [{ holder: "a", from: at(-100), renewed: at(-1), until: at(14) }],
  ],
  [
    "a create, and a takeover that is not recorded",
    b,
    [write(-100, undefined, { ...a, renewed: -100 })],
    [{ ...periodOfA, renewed: at(-100), until: undefined }, periodOfB],
  ],
  [
    "an earlier Lease with the same name",
    { ...b, uid: "uid-2" },
    [write(-50, { ...a, uid: "uid-1" }, undefined), write(-44, undefined, { ...b, uid: "uid-2", renewed: -44 })],
    [periodOfB],
  ],
  ["a Lease without uid in the listing", { ...b, uid: "" }, [takeover], [periodOfA, periodOfB]],
  [
    "a write after the listing",
    a,
    [write(-44, { ...a, version: 11, renewed: -50 }, { ...b, renewed: -44 })],
    [{ holder: "a", from: at(-60), renewed: at(-60), until: at(-45) }],
  ],
  ["a listing without resourceVersion", { ...b, version: "" }, [takeover], [periodOfA, periodOfB]],
  [
    "an old object without resourceVersion",
    b,
    [write(-44, { ...a, version: "" }, { ...b, renewed: -44 })],
    [{ ...periodOfB, from: at(-5) }],
  ],
  ["an old object that does not decode", b, [{ ...takeover, oldObject: undefined }], [{ ...periodOfB, from: at(-5) }]],
  [
    "another Lease",
    b,
    [write(-44, { ...a, name: "other" }, { ...b, name: "other" })],
    [{ ...periodOfB, from: at(-5) }],
  ],
])("%s", (_, last, writes, periods) => {
  expect(audited(last, writes)?.holdingPeriods).toEqual(periods);
});

it("adds the earlier listings to the recorded states", () => {
  const { result } = auditScene({
    objects: [objectOf(b)],
    earlier: {
      [-40]: [objectOf({ ...b, version: 12, renewed: -42 })],
      [-50]: [objectOf({ ...a, version: 9, renewed: -70 })],
    },
    writes: [takeover],
  });
  expect(result.objects[0]?.holdingPeriods).toEqual([{ ...periodOfA }, periodOfB]);
});

it("contains the period of the writes, and the Leases that they show", () => {
  const { result } = auditScene({
    objects: [objectOf(b), objectOf({ ...b, name: "other", uid: "uid-other" })],
    writes: [takeover],
  });
  expect(result.recorded).toEqual({ from: at(-44), to: at(-44), hasGets: false });
  expect(result.objects.map(({ name, recordedHoldingPeriods }) => [name, recordedHoldingPeriods])).toEqual([
    ["controller", "all"],
    ["other", undefined],
  ]);
});

describe("many states", () => {
  /** Returns takeovers in turn: holder `h-0` to `h-COUNT`, each with one holding period of 10 s. */
  const takeovers = (count: number): readonly RecordedWrite[] =>
    Array.from({ length: count }, (_, index) => {
      const [begin, end] = [-10 * (count - index + 1), -10 * (count - index)];
      const before = { holder: `h-${index}`, version: index + 1, acquired: begin, renewed: end - 1 };
      return write(end, before, { holder: `h-${index + 1}`, acquired: end, renewed: end });
    });
  const listed = (count: number): State => ({ holder: `h-${count}`, version: count + 1, acquired: -10, renewed: -1 });

  it.each([
    [maxStates, "all", 0],
    [maxStates + 1, "newest", 1],
    [5 * maxStates, "newest", 4 * maxStates],
  ] as const)("keeps the newest of %d holding periods", (count, recorded, first) => {
    const found = audited(listed(count), takeovers(count));
    expect(found?.recordedHoldingPeriods).toBe(recorded);
    expect(found?.holdingPeriods).toHaveLength(maxStates + 1);
    expect(found?.holdingPeriods[0]?.holder).toBe(`h-${first}`);
  });

  it("keeps the holding periods of a recording with 10,000 renewals", () => {
    const renewals = Array.from({ length: 10_000 }, (_, index) =>
      write(
        -20_000 + index,
        { holder: "a", version: index + 1, acquired: -20_000, renewed: -20_000 + index },
        undefined,
      ),
    );
    const last = { ...a, version: 20_000, acquired: -20_000 };
    const found = audited({ ...b, version: 20_002 }, [...renewals, write(-44, last, { ...b, renewed: -44 })]);
    expect(found?.recordedHoldingPeriods).toBe("all");
    expect(found?.holdingPeriods).toEqual([{ ...periodOfA, from: at(-20_000) }, periodOfB]);
  });

  it("keeps the write that took effect among many writes of one state", () => {
    const attempts = Array.from({ length: 5000 }, (_, index) =>
      write(-59 + index / 1000, a, { holder: `h-${index}`, renewed: -59 }),
    );
    expect(audited(b, [...attempts, takeover])?.holdingPeriods).toEqual([periodOfA, periodOfB]);
  });
});
