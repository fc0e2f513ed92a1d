import { term } from "../history.ts";
import type { AttackHistories } from "./attack-history.ts";
import { backupAgent, led, sibling, siblingIdentity } from "./clients.ts";

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
};
