import { namespacedName } from "../../core/field/object-reference.ts";
import { ageText } from "../../core/text/duration.ts";
import { podOf } from "../../listing/holder.ts";
import { isLongExpired } from "../../listing/listed-object.ts";
import type { AuditCheck } from "../check.ts";

export const leaderHung: AuditCheck = {
  id: "audit/leader-hung",
  severity: "error",
  description: "a holder whose pod runs must renew its Lease",
  kind: "Lease",
  needs: ["pods"],
  state: "hung",
  replaces: ["audit/never-renews"],
  check({ listed, nowMs }, { pods, hasResumed }) {
    const end = listed.termEndMs;
    const pod = pods && isLongExpired(listed, nowMs) ? podOf(listed, pods) : undefined;
    if (end === undefined || pod === undefined || hasResumed(listed)) return undefined;
    return {
      field: "spec.renewTime",
      message: `the pod ${namespacedName(pod)} runs, but it has not renewed since the term expired ${ageText(nowMs - end)} ago, and no other client has taken over: read its log, and restart it unless it is recovering the Lease`,
    };
  },
};
