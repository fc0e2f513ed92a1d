import { describe, expect, it } from "vitest";
import { dumpOf, timeOfRead } from "../../src/audit/dump.ts";
import { auditedAt, candidateBy, leaseBy } from "../harness/audit-objects.ts";

const pod = (name: string, phase?: string): object => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { namespace: "team-a", name },
  ...(phase !== undefined && { status: { phase } }),
});

describe("a dump", () => {
  it("contains Leases, candidates, running pods, and nodes", () => {
    const items = [
      leaseBy(),
      candidateBy(),
      pod("a", "Running"),
      pod("b", "Succeeded"),
      pod("c"),
      { apiVersion: "v1", kind: "Node", metadata: { name: "n" } },
    ];
    const dump = dumpOf([{ apiVersion: "v1", kind: "List", items }]);
    expect(dump.objects.map(({ served }) => served.gvk.kind)).toEqual(["Lease", "LeaseCandidate"]);
    expect(dump.pods?.map(({ name }) => name)).toEqual(["a", "c"]);
    expect(dump.nodes).toEqual([{ namespace: "", name: "n" }]);
  });

  it("reports that it has no pods and no nodes", () => {
    expect(dumpOf([leaseBy(), 7, null, { kind: "Pod", apiVersion: "example.com/v1" }])).toMatchObject({
      pods: undefined,
      nodes: undefined,
    });
  });
});

const seconds = (time: number | undefined): number | undefined => (time === undefined ? undefined : (time - auditedAt.getTime()) / 1000);
const hidden = { managedFields: undefined };

it.each([
  ["the newest stamp of the API server", [leaseBy({ renewed: -20 }), leaseBy({ renewed: -7 })], -7],
  ["not a renewTime, if there are stamps", [leaseBy({ renewed: -20 }), leaseBy({ renewed: -7, ahead: 3600 })], -7],
  ["a creation, if it is newer", [leaseBy({ created: -3, renewed: -7 })], -3],
  ["a renewTime that another one confirms", [-9000, -20, -7].map((renewed) => leaseBy({ renewed, metadata: hidden })), -7],
  ["not a renewTime in the future", [3600, -7, -20].map((renewed) => leaseBy({ renewed, metadata: hidden })), -7],
  ["the only renewTime", [leaseBy({ renewed: -7, metadata: hidden })], -7],
  ["nothing", [leaseBy({ metadata: { managedFields: undefined, creationTimestamp: undefined }, spec: { renewTime: "x" } })], undefined],
])("the time of a dump is %s", (_, objects, expected) => {
  expect(seconds(timeOfRead(objects))).toBe(expected);
});
