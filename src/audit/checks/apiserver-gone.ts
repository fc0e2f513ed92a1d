import { ageText, hourMs } from "../../core/text/duration.ts";
import type { AuditCheck } from "../check.ts";

export const apiserverGone: AuditCheck = {
  id: "audit/apiserver-gone",
  severity: "warning",
  description: "the identity Lease of an API server must not remain after its API server has stopped",
  kind: "Lease",
  needs: [],
  replaces: ["audit/never-renews"],
  check({ listed, nowMs }) {
    const end = listed.termEndMs;
    if (!listed.isApiServerIdentity || end === undefined || nowMs - end <= hourMs) return undefined;
    return {
      field: "spec.renewTime",
      message: `the API server stopped ${ageText(nowMs - (listed.renewedMs ?? end))} ago, and no API server has removed its Lease: delete the Lease`,
      isStale: true,
    };
  },
};
