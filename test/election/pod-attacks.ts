import { byPod } from "../harness/by-pod.ts";
import type { Attack } from "./attacks.ts";
import { at, term } from "./history.ts";

const [first, second] = ["controller-7d9f6c8b5d-x2vzk", "controller-7d9f6c8b5d-bcdfg"];
const holder = byPod(first);
const sibling = byPod(second, "node-2");
const identity = `${first}_8a7f3b9c-1d2e-4f5a-9b8c-7d6e5f4a3b2c`;
const rule = "lease/written-by-its-holder";
/** The first 58 characters of the names of the pods of a Deployment with a name of 47 characters. */
const cut = `${"controller-".repeat(4)}abc-7d9f6c8b5d`;
const held = { at: 0, spec: term(identity, 0), by: holder };

/**
 * Writes by a pod to the Lease of another pod with the same service account.
 * `histories/takeovers-by-siblings.ts` contains more of these attacks.
 */
export const podAttacks: Readonly<Record<string, Attack>> = {
  "a sibling sets the renewTime of the lease an hour ahead": {
    class: "attack",
    sameAs: "a compromised pod sets renewTime a year ahead and acquires the lease",
    rule,
    evidence: "the term of a clock that is certainly wrong is not guarded",
    acts: [held, { at: 4, spec: { ...term(identity, 0), renewTime: at(3_600) }, by: sibling }],
  },
  "a sibling whose name kube-apiserver has cut releases the lease": {
    class: "attack",
    sameAs: "in a rolling update, an old pod that has lost its lease releases the lease of the new pod",
    rule,
    evidence: "k8s.io/apiserver storage/names: a generated name is cut after 58 characters",
    acts: [
      { at: 0, spec: term(`${cut}x2vzk`, 0), by: byPod(`${cut}x2vzk`) },
      { at: 4, spec: { ...term("", 4), leaseDurationSeconds: 1 }, by: byPod(`${cut}bcdfg`, "node-2") },
    ],
  },
  "a sibling empties the spec of the lease": {
    class: "attack",
    sameAs: "a compromised pod empties the spec of the lease repeatedly",
    rule,
    evidence: "client-go tools/leaderelection: a Lease without a holder is free",
    acts: [held, { at: 4, spec: {}, by: sibling }],
  },
  "a sibling sets itself as the preferred holder": {
    class: "attack",
    sameAs: "a compromised pod sets a strategy and itself as the preferred holder, and takes over the lease",
    rule,
    evidence: "client-go tools/leaderelection: a holder stops when it sees preferredHolder",
    acts: [
      held,
      {
        at: 4,
        spec: { ...term(identity, 0), strategy: "OldestEmulationVersion", preferredHolder: second },
        by: sibling,
      },
    ],
  },
  "a pod renews the expired lease of a sibling that no longer exists": {
    class: "attack",
    rule,
    evidence: "an abandoned lease that any client renews has no leader",
    acts: [held, { at: 60, spec: { ...term(identity, 0), renewTime: at(60) }, by: sibling }],
  },
};
