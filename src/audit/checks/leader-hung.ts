import { namespacedName } from "../../core/field/object-reference.ts";
import { ageText } from "../../core/text/duration.ts";
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

/**
 * Reports whether other pods of the program would have taken over from a holder that was only slow.
 * Without managedFields, the clock of the holder can be wrong. A program that holds another Lease
 * can use the Lease as a lock for one object.
 */
function doOthersWait(subject: Subject, facts: AuditFacts): boolean {
  if (subject.listed.writers.length === 0) return false;
  const waiting = waitingPods(subject, facts);
  return waiting !== undefined && facts.heldBy(waiting.program.workload).length === 0;
}
