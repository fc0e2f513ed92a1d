import { type Attack, leaseAttacks } from "./attacks.ts";
import { candidateAttacks } from "./candidate-attacks.ts";
import type { AttackHistories, AttackHistory } from "./histories/attack-history.ts";
import { candidates } from "./histories/candidates.ts";
import { controlPlane } from "./histories/control-plane.ts";
import { deletions } from "./histories/deletions.ts";
import { locks } from "./histories/locks.ts";
import { sizes } from "./histories/sizes.ts";
import { splitBrain } from "./histories/split-brain.ts";
import { systemLeases } from "./histories/system-leases.ts";
import { takeoversByOthers } from "./histories/takeovers-by-others.ts";
import { takeoversByPods } from "./histories/takeovers-by-pods.ts";
import { takeoversBySiblings } from "./histories/takeovers-by-siblings.ts";
import { metadataAttacks } from "./metadata-attacks.ts";
import { otherAttacks } from "./other-attacks.ts";
import { personAttacks } from "./person-attacks.ts";
import { podAttacks } from "./pod-attacks.ts";

/**
 * Histories whose last write a certain rule must report. Each rule of tier `protocol` has at least
 * one history, except the relation rules.
 */
export const ruleAttacks: Readonly<Record<string, Attack>> = {
  ...leaseAttacks,
  ...otherAttacks,
  ...podAttacks,
  ...candidateAttacks,
  ...personAttacks,
  ...metadataAttacks,
};

/**
 * All histories by subject. `docs/attacks.md` lists attacks by subject, and lists mistakes and
 * interventions without subjects.
 */
export const subjects: Readonly<Record<string, AttackHistories>> = {
  "Takeovers by pods of the same service account": takeoversBySiblings,
  "Takeovers by other pods": takeoversByPods,
  "Takeovers by nodes and tokens without a pod": takeoversByOthers,
  "Blocked elections": locks,
  "Two leaders at the same time": splitBrain,
  "Deletions of live objects": deletions,
  "Elections in kube-system": controlPlane,
  LeaseCandidates: candidates,
  "Heartbeats and API servers": systemLeases,
  "Large objects and misleading names": sizes,
  "Histories written for a rule": Object.fromEntries(
    Object.entries(ruleAttacks).map(([title, attack]) => [title, lastWriteOf(attack)]),
  ),
};

function lastWriteOf({ acts, ...history }: Attack): AttackHistory {
  return { ...history, given: acts.slice(0, -1), acts: acts.slice(-1) };
}
