import { isNodeLease } from "../../rules/shared/identities.ts";
import type { Check } from "../check.ts";

export const nodeLeaseWithoutOwner: Check = {
  id: "audit/node-lease-without-owner",
  severity: "info",
  description: "a Lease in kube-node-lease must have its Node as its owner",
  kind: "Lease",
  needs: [],
  check({ record }) {
    if (!isNodeLease(record) || record.hasOwner) return undefined;
    return {
      field: "metadata.ownerReferences",
      message: "the Lease has no owner, so it remains when its Node is deleted: restart the kubelet, which sets the owner",
    };
  },
};
