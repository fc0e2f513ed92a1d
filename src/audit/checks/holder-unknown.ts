import { goQuote } from "../../field/go-quote.ts";
import { isNodeLease } from "../../rules/shared/identities.ts";
import { deploymentForm, nameIn } from "../../rules/shared/pod-names.ts";
import { ageText } from "../../text/duration.ts";
import { isSubdomain } from "../../text/names.ts";
import type { AuditCheck } from "../check.ts";
import { isLongExpired } from "../long-expired.ts";
import { namespacesOf } from "../names.ts";

export const holderUnknown: AuditCheck = {
  id: "audit/holder-unknown",
  severity: "info",
  description: "the holder of an expired Lease must be a program that still runs",
  kind: "Lease",
  needs: ["pods", "nodes"],
  check({ listed, nowMs }, { pods = new Map(), nodes = new Map() }) {
    const { holder, isCoordinated, termEndMs } = listed;
    if (termEndMs === undefined || isCoordinated || isNodeLease(listed) || !isLongExpired(listed, nowMs)) return undefined;
    // The check audit/holder-gone reports the names of a Deployment's pods.
    if (nameIn(holder) !== holder || !isSubdomain(holder) || deploymentForm.test(holder)) return undefined;
    if (namespacesOf(holder, pods).length + namespacesOf(holder, nodes).length > 0) return undefined;
    return {
      field: "spec.holderIdentity",
      message: `no running pod and no node has the name ${goQuote(holder)}, and the term expired ${ageText(nowMs - termEndMs)} ago: if the holder does not run elsewhere, delete the Lease`,
    };
  },
};
