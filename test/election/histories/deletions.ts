import { term } from "../history.ts";
import type { AttackHistories } from "./attack-history.ts";
import { backupAgent, garbageCollector, inPod, led, ledSpec, sibling, siblingIdentity } from "./clients.ts";

const collector = "Kubernetes, Garbage Collection: an object whose owners are absent is deleted";
const uid = "0d4a5f66-7b1e-4a52-8d5e-1e8b3f3c2d11";
const created = { at: 5, spec: term(siblingIdentity, 5), by: sibling };

/**
 * Histories in which a live Lease or LeaseCandidate is deleted. A client that creates a missing
 * Lease leads at once, although the old holder has not stopped.
 */
export const deletions: AttackHistories = {
  "a compromised pod deletes a live lease, and another candidate creates it and leads": {
    class: "attack",
    evidence: "client-go tools/leaderelection: a candidate creates a missing Lease, and leads without a wait",
    given: led,
    acts: [{ at: 4, spec: null, by: backupAgent }, created],
  },
  "a sibling deletes a live lease, and creates it with itself as the holder": {
    class: "attack",
    evidence: "https://github.com/fabric8io/kubernetes-client/issues/3296",
    given: led,
    acts: [{ at: 4, spec: null, by: sibling }, created],
  },
  "a pod of another namespace adds to a live lease an owner with the name of its own Deployment, and the garbage collector deletes the lease":
    {
      class: "attack",
      evidence: `${collector}, and an owner in another namespace counts as absent`,
      given: led,
      acts: [
        {
          at: 4,
          spec: ledSpec,
          by: inPod("team-b:controller", "controller-7d9f6c8b5d-w4z8k"),
          metadata: { ownerReferences: [{ apiVersion: "apps/v1", kind: "Deployment", name: "controller", uid }] },
        },
        { at: 5, spec: null, by: garbageCollector },
        created,
      ],
    },
};
