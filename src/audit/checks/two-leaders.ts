import { namespacedName } from "../../field/object-reference.ts";
import { isUnexpiredAt } from "../../rules/shared/lease-term.ts";
import { workloadOf } from "../../rules/shared/pod-names.ts";
import type { AuditCheck, AuditFacts } from "../check.ts";
import type { ListedObject } from "../listed-object.ts";
import { hostIn, namespacesOf } from "../names.ts";

export const twoLeaders: AuditCheck = {
  id: "audit/two-leaders",
  severity: "warning",
  description: "two pods of one workload must not hold Leases of the same name in two namespaces",
  kind: "Lease",
  needs: ["pods"],
  check({ listed, nowMs }, facts) {
    const host = hostIn(listed);
    if (host === undefined || !isUnexpiredAt(listed.termEndMs, nowMs)) return undefined;
    const workload = workloadIn(listed, facts);
    if (workload === undefined) return undefined;
    const other = facts
      .namesakesOf(listed)
      .find((each) => isUnexpiredAt(each.termEndMs, nowMs) && hostIn(each) !== host && workloadIn(each, facts) === workload);
    if (other === undefined) return undefined;
    return {
      field: "spec.holderIdentity",
      message: `another pod of ${workload} holds the Lease ${namespacedName(other)}, so two pods lead: use one namespace for the Lease`,
    };
  },
};

/**
 * Returns NAMESPACE/NAME of the workload whose pod holds a Lease. Returns undefined if the holder
 * names no pod, if pods in several namespaces have this name, or if the name shows no workload.
 */
function workloadIn(listed: ListedObject, { pods }: AuditFacts): string | undefined {
  const host = hostIn(listed);
  if (host === undefined || pods === undefined) return undefined;
  const [namespace, ...others] = namespacesOf(host, pods);
  const workload = workloadOf({ name: host });
  return namespace === undefined || others.length > 0 || workload === host ? undefined : `${namespace}/${workload}`;
}
