import { namespacedName } from "../../core/field/object-reference.ts";
import { ageText, minuteMs } from "../../core/text/duration.ts";
import { podOf } from "../../listing/holder.ts";
import { isLongExpired } from "../../listing/listed-object.ts";
import { isUnexpiredAt } from "../../rules/shared/lease-term.ts";
import type { AuditCheck, AuditFacts, Subject } from "../check.ts";
import { waitingPods } from "../waiting-pods.ts";

export const leaderHung: AuditCheck = {
  id: "audit/leader-hung",
  severity: "error",
  description: "a holder whose pod runs must renew its Lease",
  kind: "Lease",
  needs: ["pods"],
  state: "hung",
  replaces: ["audit/never-renews"],
  check(subject, facts) {
    const { listed, nowMs } = subject;
    const end = listed.termEndMs;
    if (end === undefined || isUnexpiredAt(end, nowMs) || facts.hasResumed(listed)) return undefined;
    const pod = facts.pods && podOf(listed, facts.pods);
    if (pod === undefined || !(isLongExpired(listed, nowMs) || doOthersWait(subject, facts))) return undefined;
    return {
      field: "spec.renewTime",
      message: `the pod ${namespacedName(pod)} runs, but it has not renewed since the term expired ${ageText(nowMs - end)} ago, and no other client has taken over: read its log, and restart it unless it is recovering the Lease`,
    };
  },
};

/** The shortest holding that shows an election, and not a lock for one operation. */
const shortestHoldingMs = 5 * minuteMs;

/**
 * Reports whether other pods of the program would have taken over from a holder that was only slow.
 * Without managedFields, the clock of the holder can be wrong. A program that holds another Lease
 * can use the Lease as a lock for one object. Files can contain pods that were read minutes after
 * the Leases, so only the time of the last renewal of any Lease counts.
 */
function doOthersWait({ listed, nowMs, ...subject }: Subject, facts: AuditFacts): boolean {
  const { writers, acquiredMs, renewedMs = 0 } = listed;
  if (writers.length === 0 || acquiredMs === undefined || renewedMs - acquiredMs <= shortestHoldingMs) return false;
  const waiting = waitingPods({ ...subject, listed, nowMs: Math.min(nowMs, facts.lastRenewalMs()) }, facts);
  return waiting !== undefined && facts.heldBy(waiting.program.workload).length === 0;
}
