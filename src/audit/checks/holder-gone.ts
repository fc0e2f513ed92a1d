import { goQuote } from "../../field/go-quote.ts";
import { isNodeLease } from "../../rules/shared/identities.ts";
import { deploymentForm } from "../../rules/shared/pod-names.ts";
import { ageText } from "../../text/duration.ts";
import { checkSubdomain } from "../../text/names.ts";
import type { AuditCheck } from "../check.ts";
import { isLongExpired } from "../long-expired.ts";
import { hostIn, namespacesOf } from "../names.ts";

export const holderGone: AuditCheck = {
  id: "audit/holder-gone",
  severity: "warning",
  description: "the holder of an expired Lease must be a running pod or a node",
  kind: "Lease",
  needs: ["pods", "nodes"],
  check({ listed, nowMs }, { pods = none, nodes = none }) {
    const named = hostIn(listed);
    const host = named ?? podNameIn(listed.holder);
    const end = listed.termEndMs;
    // The check audit/node-lease-orphaned reports the Lease of a node that is gone.
    if (host === undefined || end === undefined || isNodeLease(listed) || !isLongExpired(listed, nowMs)) return undefined;
    if (namespacesOf(host, pods).length + namespacesOf(host, nodes).length > 0) return undefined;
    const doubt = named === undefined ? "; unknown: an identity without a UUID can be another text in the form of a pod name" : "";
    return {
      field: "spec.holderIdentity",
      message: `no running pod and no node has the name ${goQuote(host)}, and the term expired ${ageText(nowMs - end)} ago: start the program again, or delete the Lease if no program uses it${doubt}`,
      isStale: true,
    };
  },
};

const none = new Map<string, readonly string[]>();

/**
 * Returns an identity that has the form of the name of a Deployment's pod. Names of other pods,
 * such as `worker-1`, have the same form as names of hosts outside the cluster.
 */
function podNameIn(holder: string): string | undefined {
  return checkSubdomain(holder).length === 0 && deploymentForm.test(holder) ? holder : undefined;
}
