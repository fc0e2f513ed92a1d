import { clientGoDefaults } from "../../core/api/client-go-defaults.ts";
import { maxInt32 } from "../../core/api/coordination.ts";
import { endlessMs } from "../../rules/shared/far-limits.ts";
import { isUnexpiredAt } from "../../rules/shared/lease-term.ts";
import type { AuditCheck } from "../check.ts";

export const electionBlocked: AuditCheck = {
  id: "audit/election-blocked",
  severity: "error",
  description: "another client must be able to take over a Lease",
  kind: "Lease",
  needs: [],
  isAgeless: true,
  replaces: ["lease/duration-at-most-30-days", "lease/transitions-bounded"],
  check({ listed: { transitions, termEndMs, durationMs = 0 }, nowMs }) {
    // A client that adds 1 gets an error from kube-apiserver.
    if (transitions >= maxInt32) {
      const message = `no client can take over, because the count must not exceed ${maxInt32}: set a lower count`;
      return { field: "spec.leaseTransitions", message };
    }
    // If only renewTime is too late, `audit/renewed-in-future` reports it.
    if (termEndMs === undefined || durationMs <= endlessMs || !isUnexpiredAt(termEndMs, nowMs)) return undefined;
    const until = new Date(termEndMs).toISOString();
    return {
      field: "spec.leaseDurationSeconds",
      message: `if the holder stops, no client takes over before ${until}: set a shorter duration, such as ${clientGoDefaults.leaseDurationSeconds}`,
    };
  },
};
