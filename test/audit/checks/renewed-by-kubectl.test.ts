import { leaseBy, nodeLease } from "../../harness/audit-objects.ts";
import { testCheck } from "../../harness/audit-scene.ts";

const controller = (at: number, renews = false) => ({ manager: "controller", at, renews });
const kubectl = (at: number) => ({ manager: "kubectl-patch", at, renews: true, keepsHolder: true as const });

const patched = (renewed: number): object => leaseBy({ renewed, writers: [controller(-600), kubectl(renewed)] });

testCheck("audit/renewed-by-kubectl", {
  reports: {
    "a Lease that kubectl renewed more than half a term ago": {
      objects: [patched(-8)],
      says: /^since 8s ago, only kubectl has renewed the Lease, /,
    },
    "a Lease that kubectl renews again and again": {
      objects: [patched(-1)],
      earlier: { [-20]: [patched(-21)], [-10]: [patched(-11)] },
      says: /^since 21s ago, only kubectl has renewed the Lease, /,
    },
    "the Lease of a node": {
      objects: [
        nodeLease("worker-1", {
          renewed: -25,
          writers: [{ manager: "kubelet", at: -99, renews: false }, kubectl(-25)],
        }),
      ],
      nodes: ["worker-1"],
    },
  },
  silent: {
    "a Lease that its holder renews": { objects: [leaseBy({ renewed: -8 })] },
    "a Lease that kubectl renewed while its holder runs": { objects: [patched(-7)] },
    "a holder that renews between renewals of kubectl": {
      objects: [patched(-1)],
      earlier: { [-20]: [patched(-21)], [-10]: [leaseBy({ renewed: -11 })] },
    },
    "a script that elects with kubectl": {
      objects: [leaseBy({ renewed: -8, writers: [{ manager: "kubectl-replace", at: -8, renews: true }] })],
    },
    "a script that took over with kubectl": {
      objects: [
        leaseBy({ renewed: -8, writers: [controller(-600), { manager: "kubectl-patch", at: -8, renews: true }] }),
      ],
    },
    "a program whose new version has another name of the manager": {
      objects: [leaseBy({ renewed: -8, writers: [controller(-600), { ...kubectl(-8), manager: "controller-v2" }] })],
    },
    "a person who changed another field": {
      objects: [leaseBy({ renewed: -8, writers: [{ ...kubectl(-900), renews: false }, controller(-8, true)] })],
    },
  },
});
