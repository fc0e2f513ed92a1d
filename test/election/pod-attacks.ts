import { byPod } from "../harness/by-pod.ts";
import type { Attack } from "./attacks.ts";
import { at, term } from "./history.ts";

const [first, second] = ["controller-7d9f6c8b5d-x2vzk", "controller-7d9f6c8b5d-bcdfg"];
const holder = byPod(first);
const sibling = byPod(second, "node-2");
const identity = `${first}_8a7f3b9c-1d2e-4f5a-9b8c-7d6e5f4a3b2c`;
const rule = "lease/written-by-its-holder";
const held = { at: 0, spec: term(identity, 0), by: holder };

/** The first of two writes by which a pod takes the Lease of another pod of the same service account. */
export const podAttacks: Readonly<Record<string, Attack>> = {
  "a former leader of client-go releases the lease of its successor": {
    rule,
    evidence: "client-go 0.34 to 0.37 tools/leaderelection: release() asks the record of its last observation whether it leads",
    acts: [held, { at: 4, spec: { ...term("", 4), leaseDurationSeconds: 1 }, by: sibling }],
  },
  "a sibling shortens the duration": {
    rule,
    evidence: "client-go tools/leaderelection: candidates wait for the duration of the record",
    acts: [held, { at: 4, spec: { ...term(identity, 0), leaseDurationSeconds: 1 }, by: sibling }],
  },
  "a sibling drops the duration": {
    rule,
    evidence: "client-go tools/leaderelection: a record without a duration has expired",
    acts: [held, { at: 4, spec: { ...term(identity, 0), leaseDurationSeconds: null }, by: sibling }],
  },
  "a sibling sets renewTime back by a lease term": {
    rule,
    evidence: "libraries that compare renewTime with their own clock take over at once",
    acts: [held, { at: 4, spec: { ...term(identity, 0), renewTime: at(-15) }, by: sibling }],
  },
  "a sibling sets renewTime ahead by an hour": {
    rule,
    evidence: "the term of a clock that is certainly wrong is not guarded",
    acts: [held, { at: 4, spec: { ...term(identity, 0), renewTime: at(3_600) }, by: sibling }],
  },
  "a sibling empties the spec": {
    rule,
    evidence: "client-go tools/leaderelection: a Lease without a holder is free",
    acts: [held, { at: 4, spec: {}, by: sibling }],
  },
  "a sibling sets itself as the preferred holder": {
    rule,
    evidence: "client-go tools/leaderelection: a holder stops when it sees preferredHolder",
    acts: [held, { at: 4, spec: { ...term(identity, 0), strategy: "OldestEmulationVersion", preferredHolder: second }, by: sibling }],
  },
  "a pod renews the expired lease of a sibling that no longer exists": {
    rule,
    evidence: "an abandoned lease that any client renews has no leader",
    acts: [held, { at: 60, spec: { ...term(identity, 0), renewTime: at(60) }, by: sibling }],
  },
};
