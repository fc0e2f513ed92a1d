import { goQuote } from "../../core/field/go-quote.ts";
import { isNodeLease } from "../../rules/shared/identities.ts";
import type { AuditCheck } from "../check.ts";

/** A kubelet renews with the holder that it finds, so a wrong holder remains. */
export const nodeLeaseHolder: AuditCheck = {
  id: "audit/node-lease-holder",
  severity: "warning",
  description: "the holder of a Lease in kube-node-lease must have the name of the Lease",
  kind: "Lease",
  needs: [],
  isAgeless: true,
  check({ listed }) {
    const { holder, name } = listed;
    if (!isNodeLease(listed) || holder === "" || holder === name) return undefined;
    return {
      field: "spec.holderIdentity",
      message: `the holder is ${goQuote(holder)}, and a kubelet does not correct it: find its writer, and set the holder to ${goQuote(name)}`,
    };
  },
};
