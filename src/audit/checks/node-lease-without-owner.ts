import { isNodeLease } from "../../rules/shared/identities.ts";
import { isUnexpiredAt } from "../../rules/shared/lease-term.ts";
import type { AuditCheck } from "../check.ts";

/**
 * A kubelet sets a missing owner when it creates its Lease and at each renewal. A Lease that stays
 * without an owner therefore has another writer, a kubelet that cannot read its Node, or no writer.
 */
export const nodeLeaseWithoutOwner: AuditCheck = {
  id: "audit/node-lease-without-owner",
  severity: "info",
  description: "a Lease in kube-node-lease must have its Node as its owner",
  kind: "Lease",
  needs: [],
  check({ listed, nowMs }) {
    if (!isNodeLease(listed) || listed.owners.length > 0) return undefined;
    const isRenewed = isUnexpiredAt(listed.termEndMs, nowMs);
    const remedy = isRenewed
      ? "set the owner in the program that renews the Lease; a kubelet sets it at each renewal, or logs why it cannot"
      : "delete the Lease, or start the kubelet of the node, which sets the owner";
    return {
      field: "metadata.ownerReferences",
      message: `the Lease has no owner, so it remains when its Node is deleted: ${remedy}`,
      ...(!isRenewed && { isStale: true as const }),
    };
  },
};
