import { ageText } from "../../core/text/duration.ts";
import { isKubectl, renewerOf } from "../../listing/spec-writers.ts";
import { isUnexpiredAt } from "../../rules/shared/lease-term.ts";
import { type AuditCheck, managedFields, type Observation } from "../check.ts";

export const renewedByKubectl: AuditCheck = {
  id: "audit/renewed-by-kubectl",
  severity: "warning",
  description: "the holder of a Lease must renew it, and not kubectl",
  kind: "Lease",
  needs: [managedFields],
  isAgeless: true,
  check({ listed: { writers, durationMs, termEndMs }, nowMs, seen }) {
    const renewer = renewerOf(writers);
    if (renewer === undefined || durationMs === undefined || !isUnexpiredAt(termEndMs, nowMs)) return undefined;
    // A program that calls kubectl also sets the holder with kubectl.
    const isByHand = isKubectl(renewer.manager) && writers.some((each) => each.setsHolder && !isKubectl(each.manager));
    if (!isByHand || renewer.setsHolder) return undefined;
    const since = Math.min(renewer.atMs, ...lastRenewalsByKubectl(seen));
    // A holder that runs renews soon after kubectl.
    if (nowMs - since <= durationMs / 2) return undefined;
    return {
      field: "spec.renewTime",
      message: `since ${ageText(nowMs - since)} ago, only kubectl has renewed the Lease, so no client takes over although the holder does not renew: stop renewing the Lease, and restart its program`,
    };
  },
};

/** Returns the times of the last renewals in the listings after which only kubectl has renewed. */
function lastRenewalsByKubectl(seen: readonly Observation[]): readonly number[] {
  const renewers = seen.map(({ listed }) => renewerOf(listed.writers));
  const other = renewers.findLastIndex((renewer) => renewer === undefined || !isKubectl(renewer.manager));
  return renewers.slice(other + 1).flatMap((renewer) => renewer?.atMs ?? []);
}
