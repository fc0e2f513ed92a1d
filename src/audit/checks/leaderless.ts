import { namespacedName } from "../../core/field/object-reference.ts";
import { ageText } from "../../core/text/duration.ts";
import { pluralize } from "../../core/text/join-words.ts";
import type { AuditCheck } from "../check.ts";
import { waitingPods } from "../waiting-pods.ts";

export const leaderless: AuditCheck = {
  id: "audit/leaderless",
  severity: "error",
  description: "a client must take over a Lease that no client holds",
  kind: "Lease",
  needs: ["pods"],
  uses: ["events"],
  state: "leaderless",
  replaces: ["audit/holder-gone", "audit/holder-unknown"],
  check(subject, facts) {
    const { listed, nowMs } = subject;
    const waiting = waitingPods(subject, facts);
    // The check audit/leader-hung reports a holder whose pod runs.
    if (waiting === undefined || waiting.holder !== undefined) return undefined;
    const { program, pods, sinceMs, evidence } = waiting;
    const [count, verb, these] = [
      pluralize(pods.length, "ready pod"),
      pods.length === 1 ? "does" : "do",
      pods.length === 1 ? "the pod" : "these pods",
    ];
    const end = listed.holder === "" ? "the holder released the Lease" : "the term expired";
    const doubt = program.doubt === undefined ? "" : `; unknown: ${program.doubt}`;
    return {
      field: "spec.holderIdentity",
      message: `${end} ${ageText(nowMs - sinceMs)} ago, and ${count} of ${program.workload} ${verb} not take over: read the log of ${namespacedName(pods[0])}, and restart ${these}; evidence: ${program.evidence}, and ${evidence}${doubt}`,
      ...(program.doubt !== undefined && { severity: "warning" }),
    };
  },
};
