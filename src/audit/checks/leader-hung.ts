import { ageText } from "../../core/text/duration.ts";
import type { AuditCheck } from "../check.ts";
import { isLongExpired } from "../listed-object.ts";
import { podOf } from "../names.ts";

export const leaderHung: AuditCheck = {
  id: "audit/leader-hung",
  severity: "error",
  description: "a holder whose pod runs must renew its Lease",
  kind: "Lease",
  needs: ["pods"],
  replaces: ["audit/never-renews"],
  check({ listed, nowMs }, { pods }) {
    const end = listed.termEndMs;
    if (end === undefined || pods === undefined || !isLongExpired(listed, nowMs)) return undefined;
    const pod = podOf(listed, pods);
    if (pod === undefined) return undefined;
    return {
      field: "spec.renewTime",
      message: `the pod ${pod} runs, but it has not renewed since the term expired ${ageText(nowMs - end)} ago, and no other client has taken over: read its log, then restart it`,
    };
  },
};
