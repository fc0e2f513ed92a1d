import { expect, it } from "vitest";
import { holdingPeriods, type LeaseState, type WrittenState } from "../../src/audit/holding-periods.ts";
import type { HoldingPeriod } from "../../src/audit/result.ts";
import { auditedAt } from "../harness/audit-objects.ts";

const ms = (seconds: number): number => auditedAt.getTime() + seconds * 1000;
const at = (seconds: number): Date => new Date(ms(seconds));

/** Returns the state of a Lease with a duration of 15 seconds. The times are in seconds. */
function held(
  holder: string,
  renewed: number,
  { acquired, writes }: { acquired?: number; writes?: readonly WrittenState[] } = {},
): LeaseState {
  return {
    ...{ holder, renewedMs: ms(renewed), termEndMs: ms(renewed + 15) },
    ...(acquired !== undefined && { acquiredMs: ms(acquired) }),
    ...(writes !== undefined && { writes }),
  };
}

function write(holder: string, written: number, acquired?: number): WrittenState {
  return { holder, writtenMs: ms(written), acquiredMs: acquired === undefined ? undefined : ms(acquired) };
}

const free: LeaseState = { holder: "", renewedMs: undefined, termEndMs: undefined };

it.each<readonly [string, readonly LeaseState[], readonly HoldingPeriod[]]>([
  ["listings: no state", [], []],
  ["listings: a free Lease", [free, free], []],
  ["listings: a holder without a renewTime", [{ holder: "a", renewedMs: undefined, termEndMs: undefined }], []],
  ["listings: renewals", [held("a", 0), held("a", 10)], [{ holder: "a", from: at(0), renewed: at(10), until: at(25) }]],
  [
    "listings: two holders",
    [held("a", 0), held("b", 30)],
    [
      { holder: "a", from: at(0), renewed: at(0), until: at(15) },
      { holder: "b", from: at(30), renewed: at(30), until: at(45) },
    ],
  ],
  [
    "listings: a holder that lost the Lease between two of its holding periods",
    [held("a", 0), free, held("a", 30)],
    [
      { holder: "a", from: at(0), renewed: at(0), until: at(15) },
      { holder: "a", from: at(30), renewed: at(30), until: at(45) },
    ],
  ],
  [
    "recording: a takeover after the lease term has expired",
    [held("a", 20, { acquired: 0, writes: [write("b", 36, 35)] }), held("b", 50, { acquired: 35 })],
    [
      { holder: "a", from: at(0), renewed: at(20), until: at(35) },
      { holder: "b", from: at(35), renewed: at(50), until: at(65) },
    ],
  ],
  [
    "recording: a takeover before the lease term has expired",
    [held("a", 20, { acquired: 0, writes: [write("b", 26, 25)] }), held("b", 50, { acquired: 25 })],
    [
      { holder: "a", from: at(0), renewed: at(20), until: at(35) },
      { holder: "b", from: at(25), renewed: at(50), until: at(65) },
    ],
  ],
  [
    "recording: a release",
    [held("a", 20, { acquired: 0, writes: [write("", 22, 21)] }), { ...free, acquiredMs: ms(21) }],
    [{ holder: "a", from: at(0), renewed: at(20), until: at(22), isReleased: true }],
  ],
  [
    "recording: a release of a Lease without a duration",
    [{ ...held("a", 20, { acquired: 0, writes: [write("", 22)] }), termEndMs: undefined }, free],
    [{ holder: "a", from: at(0), renewed: at(20), until: at(22), isReleased: true }],
  ],
  [
    "recording: a denied release, and the release",
    [held("a", 20, { acquired: 0, writes: [write("", 22), write("", 24)] }), free],
    [{ holder: "a", from: at(0), renewed: at(20), until: at(24), isReleased: true }],
  ],
  [
    "recording: a release by a clock behind that of the holder",
    [held("a", 20, { acquired: 0, writes: [write("", 18)] }), free],
    [{ holder: "a", from: at(0), renewed: at(20), until: at(20), isReleased: true }],
  ],
  [
    "recording: a release after the lease term has expired",
    [held("a", 20, { acquired: 0, writes: [write("", 36)] }), free],
    [{ holder: "a", from: at(0), renewed: at(20), until: at(35) }],
  ],
  [
    "recording: a holding period of unknown end, because the write is not recorded",
    [held("a", 20, { acquired: 0, writes: [] }), held("b", 500, { acquired: 400 })],
    [
      { holder: "a", from: at(0), renewed: at(20), until: undefined },
      { holder: "b", from: at(400), renewed: at(500), until: at(515) },
    ],
  ],
  [
    "recording: a holding period of unknown end, because another write took effect",
    [held("a", 20, { acquired: 0, writes: [write("b", 26, 25)] }), held("b", 500, { acquired: 400 })],
    [
      { holder: "a", from: at(0), renewed: at(20), until: undefined },
      { holder: "b", from: at(400), renewed: at(500), until: at(515) },
    ],
  ],
  [
    "recording: of two writes of a state, the second one took effect",
    [held("a", 20, { acquired: 0, writes: [write("c", 35, 34), write("b", 36, 35)] }), held("b", 50, { acquired: 35 })],
    [
      { holder: "a", from: at(0), renewed: at(20), until: at(35) },
      { holder: "b", from: at(35), renewed: at(50), until: at(65) },
    ],
  ],
  [
    "recording: a denied takeover, and renewals that are not recorded",
    [held("a", 20, { acquired: 0, writes: [write("b", 26, 25)] }), held("a", 500, { acquired: 0 })],
    [{ holder: "a", from: at(0), renewed: at(500), until: at(515) }],
  ],
  [
    "recording: a holder that acquires the Lease again after its lease term",
    [held("a", 20, { acquired: 0, writes: [write("a", 101, 100)] }), held("a", 120, { acquired: 100 })],
    [
      { holder: "a", from: at(0), renewed: at(20), until: at(35) },
      { holder: "a", from: at(100), renewed: at(120), until: at(135) },
    ],
  ],
  [
    "recording: a holder that acquires the Lease again during its lease term",
    [held("a", 20, { acquired: 0, writes: [write("a", 35, 35)] }), held("a", 50, { acquired: 35 })],
    [{ holder: "a", from: at(0), renewed: at(50), until: at(65) }],
  ],
  [
    "recording: a holder that sets its renewTime back",
    [
      held("a", 20, { acquired: 0, writes: [write("a", 21, 0)] }),
      held("a", -60, { acquired: 0, writes: [] }),
      held("a", -59, { acquired: 0 }),
    ],
    [{ holder: "a", from: at(0), renewed: at(-59), until: at(-44) }],
  ],
  [
    "recording: no acquireTime, so that the holding period begins with the write",
    [held("a", 20, { writes: [write("b", 36)] }), held("b", 50)],
    [
      { holder: "a", from: at(20), renewed: at(20), until: at(35) },
      { holder: "b", from: at(36), renewed: at(50), until: at(65) },
    ],
  ],
  [
    "recording: an acquireTime before the last renewal of the previous holder",
    [held("a", 20, { acquired: 0, writes: [write("b", 36, 10)] }), held("b", 50, { acquired: 10 })],
    [
      { holder: "a", from: at(0), renewed: at(20), until: at(35) },
      { holder: "b", from: at(36), renewed: at(50), until: at(65) },
    ],
  ],
  [
    "recording: an acquireTime after the renewTime",
    [held("a", 20, { acquired: 21 })],
    [{ holder: "a", from: at(20), renewed: at(20), until: at(35) }],
  ],
])("%s", (_, states, periods) => {
  expect(holdingPeriods(states)).toEqual(periods);
});
