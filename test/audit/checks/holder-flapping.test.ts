import { candidateBy, leaseBy } from "../../harness/audit-objects.ts";
import { testCheck } from "../../harness/audit-scene.ts";

const taken = (before: number, after: number, uid?: string) => ({
  objects: [leaseBy({ transitions: after, ...(uid !== undefined && { uid }) })],
  earlier: { [-30]: [leaseBy({ transitions: before, renewed: -31, holder: "other" })] },
});

/** Returns a scene with listings 15 s apart, in which a coordinated Lease has the given holders. */
const elected = (...holders: readonly string[]) => {
  const at = (index: number): number => (index - holders.length + 1) * 15;
  const spec = { strategy: "OldestEmulationVersion" };
  const leases = holders.map((holder, index) =>
    leaseBy({ name: "elected", renewed: at(index) - 1, manager: holder, holder, spec }),
  );
  const candidates = [candidateBy({ name: "a" }), candidateBy({ name: "b" }), candidateBy({ name: "c" })];
  const earlier = leases.slice(0, -1).map((lease, index) => [at(index), [lease, ...candidates]] as const);
  return { objects: [...leases.slice(-1), ...candidates], earlier: Object.fromEntries(earlier) };
};

/**
 * Returns a scene with listings 30 s apart, in which each of the holders has taken over the Lease.
 */
const takenBy = (...holders: readonly string[]) => {
  const at = (index: number): number => (index - holders.length + 1) * 30;
  const leases = holders.map((holder, index) => leaseBy({ transitions: index, renewed: at(index) - 1, holder }));
  return {
    objects: leases.slice(-1),
    earlier: Object.fromEntries(leases.slice(0, -1).map((lease, index) => [at(index), [lease]])),
  };
};

testCheck("audit/holder-flapping", {
  reports: {
    "a pod that restarts between two others": takenBy("web-0_1a", "web-1_2b", "web-0_3c"),
    "a pod that restarts again and again": takenBy("web-0_1a", "web-0_2b", "web-0_3c"),
    "holders whose identities name no pods": takenBy("0b5d8bfe-9d4e-4a35", "7c1e8bfe-9d4e-4a36", "95d38bfe-9d4e-4a37"),
    "two takeovers": { ...taken(3, 5), says: /^leaseTransitions grew by 2/ },
    "a holder that returns, with both takeovers counted": {
      objects: [leaseBy({ transitions: 5 })],
      earlier: {
        [-60]: [leaseBy({ transitions: 3, renewed: -61 })],
        [-30]: [leaseBy({ transitions: 4, renewed: -31, holder: "other" })],
      },
    },
    "a holder that returns in a coordinated election": {
      ...elected("a", "b", "a"),
      says: /^"a" lost the Lease to "b" and took it over again/,
    },
    "a holder that returns after an election without a result": elected("b", "a", "", "b"),
  },
  silent: {
    "a rollout of which each takeover is seen": takenBy("web-5d4c-x2x4z_1a", "web-5d4c-bbcdf_2b", "web-7f8d-q7q7q_3c"),
    "one takeover": taken(3, 4),
    "an upgrade in a coordinated election": elected("a", "b", "c"),
    "one takeover in a coordinated election": elected("a", "a", "b", "b"),
    "no takeover": taken(3, 3),
    "a count that was reset": taken(30, 0),
    "a Lease that was created again": taken(0, 5, "new"),
  },
});
