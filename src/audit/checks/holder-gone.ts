import { deploymentPodIn, hostIn, runsNowhere, runsNowhereText } from "../../listing/holder.ts";
import { isLongExpired, type ListedObject, maxStaleMs } from "../../listing/listed-object.ts";
import { isNodeLease } from "../../rules/shared/identities.ts";
import type { AuditCheck } from "../check.ts";

export const holderGone: AuditCheck = {
  id: "audit/holder-gone",
  severity: "warning",
  description: "the holder of an expired Lease must be a running pod or a node",
  kind: "Lease",
  needs: ["pods", "nodes"],
  state: "stale",
  check({ listed, nowMs }, facts) {
    const named = hostIn(listed);
    const host = named ?? deploymentPodIn(listed.holder);
    // The check audit/node-lease-orphaned reports the Lease of a node that is gone.
    if (host === undefined || isNodeLease(listed) || !runsNowhere(host, facts)) return undefined;
    const end = listed.termEndMs ?? lastWriteOf(listed);
    if (
      end === undefined ||
      (listed.termEndMs === undefined ? nowMs - end <= maxStaleMs : !isLongExpired(listed, nowMs))
    )
      return undefined;
    const doubt =
      named === undefined
        ? "; unknown: an identity without a UUID can be a different string that has the form of a pod name"
        : "";
    const gone =
      listed.termEndMs === undefined
        ? `${runsNowhereText(host)}, and some clients never take over a Lease without a complete term`
        : runsNowhereText(host, nowMs - end);
    const program = facts.programOf(listed);
    if (program !== undefined)
      return {
        field: "spec.holderIdentity",
        message: `${gone}, but pods of ${program.workload} run: read their logs if they use the Lease${doubt}`,
      };
    return {
      field: "spec.holderIdentity",
      message: `${gone}: start the program again, or delete the Lease if no program uses it${doubt}`,
      isStale: true,
    };
  },
};

/** Returns the time of the last known write to the spec of a Lease without a complete term. */
function lastWriteOf({ writers, renewedMs, acquiredMs, createdMs }: ListedObject): number | undefined {
  return writers.at(-1)?.atMs ?? renewedMs ?? acquiredMs ?? createdMs;
}
