import { isNodeLease } from "../../rules/shared/identities.ts";
import { isUnexpiredAt } from "../../rules/shared/lease-term.ts";
import type { AuditCheck } from "../check.ts";

export const nodeLeaseOrphaned: AuditCheck = {
  id: "audit/node-lease-orphaned",
  severity: "warning",
  description: "a Lease in kube-node-lease must have a Node of the same name",
  kind: "Lease",
  needs: ["nodes"],
  replaces: ["audit/node-lease-without-owner"],
  check({ listed, nowMs }, { nodes }) {
    if (!isNodeLease(listed) || nodes === undefined || nodes.has(listed.name)) return undefined;
    const isRenewed = isUnexpiredAt(listed.termEndMs, nowMs);
    const message = isRenewed
      ? "no Node has this name, but a kubelet renews the Lease: register the node again, or stop its kubelet"
      : "no Node has this name, and no kubelet renews the Lease: delete the Lease";
    return { field: "", message, ...(!isRenewed && { isStale: true as const }) };
  },
};
