import { expect, it } from "vitest";
import { candidateBy, leaseBy, stamp } from "../../harness/audit-objects.ts";
import { podBy } from "../../harness/audit-pods.ts";
import { auditScene, findingsOf, testCheck } from "../../harness/audit-scene.ts";

const spec = { strategy: "OldestEmulationVersion" };
const held = leaseBy({ name: "elected", holder: "controller-1", spec });
const expired = leaseBy({ name: "elected", holder: "controller-1", renewed: -9000, spec });
const otherLease = candidateBy({ leaseName: "other" });
const other = leaseBy({ name: "other", holder: "controller-1", spec });

testCheck("audit/coordinated-without-candidate", {
  reports: {
    "an expired Lease without a candidate": {
      objects: [expired],
      says: /^no LeaseCandidate names the Lease, so kube-apiserver elects no client: /,
    },
    "a held Lease without a candidate": {
      objects: [held],
      says: /so kube-apiserver elects no client after the holder/,
    },
    "a candidate of another Lease": { objects: [expired, other, otherLease] },
    "a candidate that expired": {
      objects: [expired, candidateBy({ renewed: -1801 })],
      says: /^no LeaseCandidate of the Lease was renewed in the last 30 minutes/,
    },
    "a candidate of another Lease, in a file": { objects: [expired, other, otherLease], isServerTime: false },
  },
  silent: {
    "a candidate that has not expired": { objects: [held, candidateBy({ renewed: -1800 })] },
    "one of several candidates": {
      objects: [held, candidateBy(), candidateBy({ name: "controller-2", renewed: -1801 })],
    },
    "a strategy of another controller": {
      objects: [leaseBy({ name: "elected", spec: { strategy: "example.com/other" } })],
    },
    "a Lease without a strategy": { objects: [leaseBy({ name: "elected" })] },
    "a file without LeaseCandidates": { objects: [held], isServerTime: false },
    "a cluster without LeaseCandidates": {
      objects: [held],
      unread: [{ resource: "leasecandidates.coordination.k8s.io", reason: "the API server does not serve them" }],
    },
    "a Lease that is deleted": {
      objects: [leaseBy({ name: "elected", spec, metadata: { deletionTimestamp: stamp(-60), finalizers: ["a/b"] } })],
    },
  },
});

it.each([
  ["a held Lease", held, "warning", "leading"],
  ["an expired Lease", expired, "error", "leaderless"],
])("is of the severity and the state of %s", (_, lease, severity, state) => {
  const [object] = auditScene({ objects: [lease] }).result.objects;
  expect(object?.findings.map((each) => each.severity)).toEqual([severity]);
  expect(object?.election?.state).toBe(state);
});

it("replaces the finding about pods that do not take over", () => {
  const lease = leaseBy({ renewed: -9000, spec });
  expect(findingsOf({ objects: [lease], pods: [podBy()] }).map(({ origin }) => origin)).toEqual([
    "audit/coordinated-without-candidate",
  ]);
});
