import { namespacedName } from "../../core/field/object-reference.ts";
import { ageText } from "../../core/text/duration.ts";
import { podOf } from "../../listing/holder.ts";
import type { ListedObject } from "../../listing/listed-object.ts";
import { isNodeLease } from "../../rules/shared/identities.ts";
import type { AuditCheck, AuditFacts } from "../check.ts";

export const neverRenews: AuditCheck = {
  id: "audit/never-renews",
  severity: "error",
  description: "a holder that runs must renew its Lease within a term",
  kind: "Lease",
  needs: ["a second listing", "pods", "nodes"],
  state: "hung",
  check({ listed, nowMs, seen: [first] }, facts) {
    const { holder, renewedMs, durationMs } = listed;
    if (first === undefined || holder === "" || durationMs === undefined || renewedMs === undefined) return undefined;
    const before = first.listed;
    const watched = nowMs - first.readAtMs;
    if (facts.hasResumed(listed)) return undefined;
    if (watched <= durationMs || before.renewedMs !== renewedMs || before.holder !== holder) return undefined;
    const host = runningHost(listed, facts);
    if (host === undefined) return undefined;
    const message = `${host} runs, but it has not renewed in the ${ageText(watched)} between the listings, longer than the term of ${ageText(durationMs)}: read its log`;
    return { field: "spec.renewTime", message };
  },
};

/** Returns a phrase such as `the pod default/web-0` for the pod or the node that holds a Lease. */
function runningHost(listed: ListedObject, { pods, nodes }: AuditFacts): string | undefined {
  if (isNodeLease(listed)) return nodes?.has(listed.name) ? `the node ${listed.name}` : undefined;
  const pod = pods && podOf(listed, pods);
  return pod === undefined ? undefined : `the pod ${namespacedName(pod)}`;
}
