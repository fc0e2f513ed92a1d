import { isNodeLease } from "../../rules/shared/identities.ts";
import { ageText } from "../../text/duration.ts";
import type { AuditCheck, AuditFacts } from "../check.ts";
import { hostIn, namespacesOf } from "../names.ts";
import type { AuditRecord } from "../record.ts";

export const neverRenews: AuditCheck = {
  id: "audit/never-renews",
  severity: "error",
  description: "a holder that runs must renew its Lease within a term",
  kind: "Lease",
  needs: ["a second listing", "pods", "nodes"],
  check({ record, nowMs, seen: [first] }, facts) {
    const { holder, renewedMs, durationMs } = record;
    if (first === undefined || holder === "" || durationMs === undefined || renewedMs === undefined) return undefined;
    const before = first.record;
    const watched = nowMs - first.readAtMs;
    if (watched <= durationMs || before.renewedMs !== renewedMs || before.holder !== holder) return undefined;
    const host = runningHost(record, facts);
    if (host === undefined) return undefined;
    const message = `${host} runs, but it has not renewed in the ${ageText(watched)} between the listings, longer than the term of ${ageText(durationMs)}: read its log`;
    return { field: "spec.renewTime", message };
  },
};

/**
 * Returns a phrase such as `the pod default/web-0` for the pod or the node that holds a Lease, or
 * undefined if there is no such pod or node.
 */
function runningHost(record: AuditRecord, { pods, nodes }: AuditFacts): string | undefined {
  if (isNodeLease(record)) return nodes?.has(record.name) ? `the node ${record.name}` : undefined;
  const host = hostIn(record);
  const [namespace] = host === undefined || pods === undefined ? [] : namespacesOf(host, pods);
  return namespace === undefined ? undefined : `the pod ${namespace}/${host}`;
}
