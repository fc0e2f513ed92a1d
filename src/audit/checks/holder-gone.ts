import { goQuote } from "../../field/go-quote.ts";
import { ageText } from "../../text/duration.ts";
import type { AuditCheck } from "../check.ts";
import { hostIn, namespacesOf } from "../names.ts";
import { isLongExpired } from "../terms.ts";

export const holderGone: AuditCheck = {
  id: "audit/holder-gone",
  severity: "warning",
  description: "the holder of an expired Lease must be a running pod or a node",
  kind: "Lease",
  needs: ["pods", "nodes"],
  check({ listed, nowMs }, { pods = none, nodes = none }) {
    const host = hostIn(listed);
    const end = listed.termEndMs;
    if (host === undefined || end === undefined || !isLongExpired(listed, nowMs)) return undefined;
    if (namespacesOf(host, pods).length + namespacesOf(host, nodes).length > 0) return undefined;
    return {
      field: "spec.holderIdentity",
      message: `no running pod and no node has the name ${goQuote(host)}, and the term expired ${ageText(nowMs - end)} ago: start the program again, or delete the Lease if no program uses it`,
      isStale: true,
    };
  },
};

const none = new Map<string, readonly string[]>();
