import { ageText } from "../../core/text/duration.ts";
import { roundingMs } from "../../core/text/time.ts";
import type { AuditCheck } from "../check.ts";

export const renewedInFuture: AuditCheck = {
  id: "audit/renewed-in-future",
  severity: "warning",
  description: "renewTime must not be after the time of the API server",
  kind: "Lease",
  needs: [],
  isAgeless: true,
  check({ listed: { renewedMs }, nowMs }, { clockSkewMs }) {
    if (renewedMs === undefined || renewedMs <= nowMs + clockSkewMs + roundingMs) return undefined;
    return {
      field: "spec.renewTime",
      message: `renewTime is ${ageText(renewedMs - nowMs)} after the time of the API server: synchronize the clock of the holder`,
    };
  },
};
