import { ageText } from "../../core/text/duration.ts";
import { checkSubdomain } from "../../core/text/names.ts";
import { hostOrHolder, isNodeIn, podOf, runsNowhere, runsNowhereText } from "../../listing/holder.ts";
import { isLongExpired, type ListedObject } from "../../listing/listed-object.ts";
import { isNodeLease } from "../../rules/shared/identities.ts";
import { isDeploymentPodName, nameIn } from "../../rules/shared/pod-names.ts";
import type { AuditCheck, AuditFacts, Subject } from "../check.ts";

export const holderUnknown: AuditCheck = {
  id: "audit/holder-unknown",
  severity: "info",
  description: "the holder of an expired Lease must be a program that still runs",
  kind: "Lease",
  needs: ["pods", "nodes"],
  state: "stale",
  check(subject, facts) {
    const { listed, nowMs } = subject;
    const { holder, isCoordinated, termEndMs } = listed;
    if (termEndMs === undefined || isCoordinated || isNodeLease(listed)) return undefined;
    const isLong = isLongExpired(listed, nowMs);
    if ((!isLong && !hasStayedExpired(subject)) || isPod(listed, facts)) return undefined;
    const node = isLong && nodeOfHolder(listed, facts);
    if (node)
      return {
        field: "spec.holderIdentity",
        message: `the node ${node} exists, but the term expired ${ageText(nowMs - termEndMs)} ago, and no pod shows that the program runs: read its log on the node, or delete the Lease if the program was removed`,
      };
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

/** Reports whether a pod is known to hold the Lease. Other checks report this pod. */
function isPod(listed: ListedObject, { pods }: AuditFacts): boolean {
  return pods !== undefined && podOf(listed, pods) !== undefined;
}

/** Returns the node in the identity of a holder that is no pod. */
function nodeOfHolder(listed: ListedObject, { nodes, pods }: AuditFacts): string | undefined {
  const name = hostOrHolder(listed);
  return nodes !== undefined && pods !== undefined && isNodeIn(name, nodes) ? name : undefined;
}

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
