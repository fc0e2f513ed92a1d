import { leaseBy } from "../../harness/audit-objects.ts";
import { testCheck } from "../../harness/audit-scene.ts";

/** Returns a scene with listings 15 s apart and the given changes. */
const listed = (...parts: readonly NonNullable<Parameters<typeof leaseBy>[0]>[]) => {
  const at = (index: number): number => (index - parts.length + 1) * 15;
  const leases = parts.map((part, index) => leaseBy({ renewed: at(index) - 1, ...part }));
  return {
    objects: leases.slice(-1),
    earlier: Object.fromEntries(leases.slice(0, -1).map((lease, index) => [at(index), [lease]])),
  };
};

const coordinated = { spec: { strategy: "example.com/newest" } };

const bothAt = (at: number) => [
  { manager: "a", at, renews: false },
  { manager: "b", at, renews: true },
];

testCheck("audit/two-writers", {
  reports: {
    "two managers in turn": {
      ...listed({ manager: "a" }, { manager: "b" }, { manager: "a" }),
      says: /^"a" and "b" write the Lease in turn/,
    },
    "two holders in turn, without a transition": {
      ...listed({ holder: "a" }, { holder: "b" }, { holder: "a" }),
      says: /^"a" and "b" hold the Lease in turn/,
    },
    "two holders in turn, with one transition": listed(
      { holder: "a", transitions: 3 },
      { holder: "b", transitions: 4 },
      { holder: "a", transitions: 4 },
    ),
    "two managers in two listings": listed(
      {
        writers: [
          { manager: "a", at: -20, renews: false },
          { manager: "b", at: -16, renews: true },
        ],
      },
      {
        writers: [
          { manager: "b", at: -5, renews: false },
          { manager: "a", at: -2, renews: true },
        ],
      },
    ),
    "two managers twice in one second": listed({ writers: bothAt(-16) }, { writers: bothAt(-1) }),
  },
  silent: {
    "one writer": listed({}, {}, {}),
    "an upgrade that renames the manager": listed({ manager: "a" }, { manager: "b" }, { manager: "b" }),
    "one takeover": listed({ holder: "a" }, { holder: "b", transitions: 4 }, { holder: "b", transitions: 4 }),
    "a person who repairs the Lease": listed({ manager: "a" }, { manager: "kubectl-edit" }, { manager: "a" }),
    "a coordinated election, in which kube-apiserver also writes": {
      ...listed(
        { manager: "a", ...coordinated },
        { manager: "kube-apiserver", ...coordinated },
        { manager: "a", ...coordinated },
      ),
      unread: [{ resource: "leasecandidates.coordination.k8s.io", reason: "forbidden" }],
    },
    "writes in one second, whose order is unknown": listed({ writers: bothAt(-16) }, { manager: "a" }),
    "a handover in one second": listed({ manager: "a" }, { writers: bothAt(-1) }, { manager: "b" }),
  },
});
