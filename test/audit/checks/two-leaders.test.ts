import { expect, it } from "vitest";
import { leaseBy, uuid } from "../../harness/audit-objects.ts";
import { findingsOf, testCheck } from "../../harness/audit-scene.ts";

const [first, second] = ["controller-6d4b8f7c9d-x2x4z", "controller-6d4b8f7c9d-b7b8c"];
const pods = [`operators/${first}`, `operators/${second}`];
const other = leaseBy({ namespace: "team-b", holder: `${second}_${uuid}` });
const young = leaseBy({ namespace: "team-b", holder: second, created: -60, spec: { acquireTime: undefined } });

it("reports both Leases", () => {
  const findings = findingsOf({ objects: [leaseBy(), other], pods });
  expect(findings.map(({ origin }) => origin)).toEqual(["audit/two-leaders", "audit/two-leaders"]);
  expect(findings[0]?.message).toMatch(
    /^another pod of operators\/controller holds the Lease team-b\/controller, so two pods lead/,
  );
});

testCheck("audit/two-leaders", {
  reports: {
    "names of pods without a UUID": { objects: [leaseBy({ holder: first }), young], pods },
    "one name with a UUID, and one without": { objects: [leaseBy(), young], pods },
    "a Lease, if only one of both is old": {
      objects: [
        leaseBy(),
        leaseBy({ namespace: "team-b", holder: `${second}_${uuid}`, created: -60, spec: { acquireTime: undefined } }),
      ],
      pods,
    },
  },
  silent: {
    "one Lease": { objects: [leaseBy()], pods },
    "one pod that holds both": { objects: [leaseBy(), leaseBy({ namespace: "team-b" })], pods },
    "two installations": { objects: [leaseBy(), other], pods: [`team-a/${first}`, `team-b/${second}`] },
    "names of a StatefulSet's pods without a UUID": {
      objects: [leaseBy({ holder: "controller-0" }), leaseBy({ namespace: "team-b", holder: "controller-1" })],
      pods: ["operators/controller-0", "operators/controller-1"],
    },
    "one pod that holds both, once without a UUID": {
      objects: [leaseBy(), leaseBy({ namespace: "team-b", holder: first })],
      pods,
    },
    "names without a UUID that no pod has": {
      objects: [leaseBy({ holder: first }), leaseBy({ namespace: "team-b", holder: second })],
      pods: [`operators/${first}`],
    },
    "a name without a UUID of pods in two namespaces": {
      objects: [leaseBy({ holder: first }), leaseBy({ namespace: "team-b", holder: second })],
      pods: [...pods, `team-b/${second}`],
    },
    "another workload": {
      objects: [leaseBy(), leaseBy({ namespace: "team-b", holder: `webhook-6d4b8f7c9d-b7b8c_${uuid}` })],
      pods: [`operators/${first}`, "operators/webhook-6d4b8f7c9d-b7b8c"],
    },
    "an expired Lease": {
      objects: [leaseBy(), leaseBy({ namespace: "team-b", holder: `${second}_${uuid}`, renewed: -60 })],
      pods,
    },
    "pods of the same name in two namespaces": { objects: [leaseBy(), other], pods: [...pods, `team-b/${second}`] },
    "unknown pods": { objects: [leaseBy(), other], unread: [{ resource: "pods", reason: "forbidden" }] },
  },
});
