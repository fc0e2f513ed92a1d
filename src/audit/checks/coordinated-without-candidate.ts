import { oldestEmulationVersion } from "../../core/api/coordination.ts";
import { textAt } from "../../core/api/fields.ts";
import type { ListedObject } from "../../listing/listed-object.ts";
import { candidateResource } from "../../listing/read-cluster.ts";
import { candidateValidMinutes, isExpiredAt } from "../../rules/shared/candidate-life.ts";
import { isUnexpiredAt } from "../../rules/shared/lease-term.ts";
import type { AuditCheck } from "../check.ts";

export const coordinatedWithoutCandidate: AuditCheck = {
  id: "audit/coordinated-without-candidate",
  severity: "error",
  description: "a Lease with a strategy must have a LeaseCandidate that has not expired",
  kind: "Lease",
  needs: [candidateResource],
  state: "leaderless",
  replaces: ["audit/leaderless"],
  check({ listed, nowMs }, { candidatesOf }) {
    const candidates = electsOldest(listed) && !listed.isDeleting ? candidatesOf(listed) : undefined;
    if (candidates === undefined || candidates.some(({ renewedMs }) => !isExpiredAt(renewedMs, nowMs)))
      return undefined;
    const found =
      candidates.length === 0
        ? "no LeaseCandidate names the Lease"
        : `no LeaseCandidate of the Lease was renewed in the last ${candidateValidMinutes} minutes`;
    const isHeld = isUnexpiredAt(listed.termEndMs, nowMs);
    const effect = isHeld
      ? "so kube-apiserver elects no client after the holder"
      : "so kube-apiserver elects no client";
    return {
      field: "spec.strategy",
      message: `${found}, ${effect}: read the logs of the program, and switch coordinated leader election on in all of its replicas or in none`,
      ...(isHeld && { severity: "warning" }),
    };
  },
};

/** Reports whether kube-apiserver runs the election, and not a controller of another strategy. */
function electsOldest({ isCoordinated, viewed }: ListedObject): boolean {
  return isCoordinated && textAt(viewed?.object, "spec", "strategy") === oldestEmulationVersion;
}
