import type { AuditCheck } from "./check.ts";
import { annotationsLarge } from "./checks/annotations-large.ts";
import { apiserverGone } from "./checks/apiserver-gone.ts";
import { candidateAbandoned } from "./checks/candidate-abandoned.ts";
import { clockSkewed } from "./checks/clock-skewed.ts";
import { coordinatedWithoutCandidate } from "./checks/coordinated-without-candidate.ts";
import { electionBlocked } from "./checks/election-blocked.ts";
import { fieldsUntracked } from "./checks/fields-untracked.ts";
import { holderFlapping } from "./checks/holder-flapping.ts";
import { holderGone } from "./checks/holder-gone.ts";
import { holderUnknown } from "./checks/holder-unknown.ts";
import { leaderHung } from "./checks/leader-hung.ts";
import { leaderless } from "./checks/leaderless.ts";
import { lockShared } from "./checks/lock-shared.ts";
import { neverRenews } from "./checks/never-renews.ts";
import { neverStarted } from "./checks/never-started.ts";
import { nodeLeaseHolder } from "./checks/node-lease-holder.ts";
import { nodeLeaseOrphaned } from "./checks/node-lease-orphaned.ts";
import { nodeLeaseWithoutOwner } from "./checks/node-lease-without-owner.ts";
import { ownerGone } from "./checks/owner-gone.ts";
import { renewedByKubectl } from "./checks/renewed-by-kubectl.ts";
import { renewedInFuture } from "./checks/renewed-in-future.ts";
import { renewsLate } from "./checks/renews-late.ts";
import { renewsOften } from "./checks/renews-often.ts";
import { standbyStopped } from "./checks/standby-stopped.ts";
import { twoLeaders } from "./checks/two-leaders.ts";
import { twoWriters } from "./checks/two-writers.ts";

export const checks: readonly AuditCheck[] = [
  annotationsLarge,
  apiserverGone,
  candidateAbandoned,
  clockSkewed,
  coordinatedWithoutCandidate,
  electionBlocked,
  fieldsUntracked,
  holderFlapping,
  holderGone,
  holderUnknown,
  leaderHung,
  leaderless,
  lockShared,
  neverRenews,
  neverStarted,
  nodeLeaseHolder,
  nodeLeaseOrphaned,
  nodeLeaseWithoutOwner,
  ownerGone,
  renewedByKubectl,
  renewedInFuture,
  renewsLate,
  renewsOften,
  standbyStopped,
  twoLeaders,
  twoWriters,
];

const byId: ReadonlyMap<string, AuditCheck> = new Map(checks.map((check) => [check.id, check]));

/** Returns the check with an id, or undefined for the id of a rule. */
export function checkOf(origin: string): AuditCheck | undefined {
  return byId.get(origin);
}
