import { describe, expect, it } from "vitest";
import { addTimes, dumpedObject, mergeTimes, noTimes, type ReadTimes, timeOfRead } from "../../src/listing/dump.ts";
import { auditedAt, candidateBy, leaseBy } from "../harness/audit-objects.ts";

const pod = (name: string, phase?: string): object => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { namespace: "team-a", name },
  ...(phase !== undefined && { status: { phase } }),
});
const node = { apiVersion: "v1", kind: "Node", metadata: { name: "n" } };

describe("an object of a dump", () => {
  it.each([
    ["a running pod", pod("a", "Running"), { pod: pod("a", "Running") }],
    ["a pod without a phase", pod("c"), { pod: pod("c") }],
    ["a pod that has ended", pod("b", "Succeeded"), { pod: undefined }],
    ["a node", node, { node }],
    ["an event", { apiVersion: "v1", kind: "Event" }, { event: { apiVersion: "v1", kind: "Event" } }],
    ["a number", 7, undefined],
    ["null", null, undefined],
    ["a Pod of another group", { kind: "Pod", apiVersion: "example.com/v1" }, undefined],
  ])("can be %s", (_, value, expected) => {
    expect(dumpedObject(value)).toEqual(expected);
  });

  it.each([leaseBy(), candidateBy()])("can be a Lease or a candidate", (object) => {
    expect(dumpedObject(object)).toMatchObject({ object });
  });
});

const seconds = (time: number | undefined): number | undefined =>
  time === undefined ? undefined : (time - auditedAt.getTime()) / 1000;
const hidden = { managedFields: undefined };

function timesOf(objects: readonly object[]): ReadTimes {
  const times = noTimes();
  for (const object of objects) addTimes(times, object);
  return times;
}

it.each([
  ["the newest stamp of the API server", [leaseBy({ renewed: -20 }), leaseBy({ renewed: -7 })], -7],
  ["not a renewTime, if there are stamps", [leaseBy({ renewed: -20 }), leaseBy({ renewed: -7, ahead: 3600 })], -7],
  ["a creation, if it is newer", [leaseBy({ created: -3, renewed: -7 })], -3],
  [
    "a renewTime that another one confirms",
    [-9000, -20, -7].map((renewed) => leaseBy({ renewed, metadata: hidden })),
    -7,
  ],
  ["not a renewTime in the future", [3600, -7, -20].map((renewed) => leaseBy({ renewed, metadata: hidden })), -7],
  ["the only renewTime", [leaseBy({ renewed: -7, metadata: hidden })], -7],
  [
    "nothing",
    [leaseBy({ metadata: { managedFields: undefined, creationTimestamp: undefined }, spec: { renewTime: "x" } })],
    undefined,
  ],
])("the time of a dump is %s", (_, objects, expected) => {
  expect(seconds(timeOfRead(timesOf(objects)))).toBe(expected);
  const [first, ...others] = objects.map((object) => timesOf([object]));
  for (const times of others) mergeTimes(first ?? noTimes(), times);
  expect(seconds(timeOfRead(first ?? noTimes()))).toBe(expected);
});

it("the time of a dump needs only the newest of many renewTimes", () => {
  const times = noTimes();
  const renewals = Array.from({ length: 150_000 }, (_, index) => index);
  for (const renewal of [...renewals, ...renewals])
    mergeTimes(times, { stamp: -1, isManaged: false, renewals: [renewal] });
  expect(times.renewals.length).toBeLessThanOrEqual(200_000);
  expect(timeOfRead(times)).toBe(149_999);
});
