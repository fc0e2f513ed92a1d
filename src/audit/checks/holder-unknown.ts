import { checkSubdomain } from "../../core/text/names.ts";
import { isNodeLease } from "../../rules/shared/identities.ts";
import { isDeploymentPodName, nameIn } from "../../rules/shared/pod-names.ts";
import type { AuditCheck, Subject } from "../check.ts";
import { isLongExpired } from "../listed-object.ts";
import { runsNowhere, runsNowhereText } from "../names.ts";

export const holderUnknown: AuditCheck = {
  id: "audit/holder-unknown",
  severity: "info",
  description: "the holder of an expired Lease must be a program that still runs",
  kind: "Lease",
  needs: ["pods", "nodes"],
  check(subject, facts) {
    const { listed, nowMs } = subject;
    const { holder, isCoordinated, termEndMs } = listed;
    if (termEndMs === undefined || isCoordinated || isNodeLease(listed)) return undefined;
    if (!isLongExpired(listed, nowMs) && !hasStayedExpired(subject)) return undefined;
    // The check audit/holder-gone reports the names of a Deployment's pods, but only if
    // `isLongExpired` is true.
    if (nameIn(holder) !== holder || checkSubdomain(holder).length > 0 || isDeploymentPodName(holder)) return undefined;
    if (!runsNowhere(holder, facts)) return undefined;
    return {
      field: "spec.holderIdentity",
      message: `${runsNowhereText(holder, nowMs - termEndMs)}: if the holder does not run elsewhere, delete the Lease`,
    };
  },
};

/**
 * Reports whether the term had expired in the first listing, and no client renewed or took over the
 * Lease in the lease term after this listing.
 */
function hasStayedExpired({
  listed: { holder, renewedMs, termEndMs = 0, durationMs = 0 },
  nowMs,
  seen: [first],
}: Subject): boolean {
  if (first === undefined || termEndMs >= first.readAtMs || nowMs - first.readAtMs <= durationMs) return false;
  return first.listed.renewedMs === renewedMs && first.listed.holder === holder;
}
