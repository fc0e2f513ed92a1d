import { isUnexpiredAt } from "../../rules/shared/lease-term.ts";
import { type AuditCheck, managedFields } from "../check.ts";

export const fieldsUntracked: AuditCheck = {
  id: "audit/fields-untracked",
  severity: "info",
  description: "kube-apiserver must record the times of writes to a held Lease",
  kind: "Lease",
  needs: [managedFields],
  check({ listed: { isTracked, termEndMs }, nowMs }) {
    if (isTracked || !isUnexpiredAt(termEndMs, nowMs)) return undefined;
    return {
      field: "metadata.managedFields",
      message:
        "kube-apiserver records no times of writes to the Lease, so exported policies use the clock of the writer: apply the Lease once without fields",
      isUntracked: true,
    };
  },
};
