import { ageText } from "../../text/duration.ts";
import type { AuditCheck } from "../check.ts";
import { hostIn, namespacesOf } from "../names.ts";
import { isLongExpired } from "../terms.ts";

export const leaderHung: AuditCheck = {
  id: "audit/leader-hung",
  severity: "error",
  description: "a holder whose pod runs must renew its Lease",
  kind: "Lease",
  needs: ["pods"],
  replaces: ["audit/never-renews"],
  check({ listed, nowMs }, { pods }) {
    const host = hostIn(listed);
    const end = listed.termEndMs;
    if (host === undefined || end === undefined || pods === undefined || !isLongExpired(listed, nowMs)) return undefined;
    const [namespace] = namespacesOf(host, pods);
    if (namespace === undefined) return undefined;
    return {
      field: "spec.renewTime",
      message: `the pod ${namespace}/${host} runs, but it has not renewed since the term expired ${ageText(nowMs - end)} ago, and no other client has taken over: read its log, then restart it`,
    };
  },
};
