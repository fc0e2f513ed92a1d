import { namespacedName } from "../../core/field/object-reference.ts";
import { isUnexpiredAt } from "../../rules/shared/lease-term.ts";
import { workloadOf } from "../../rules/shared/pod-names.ts";
import type { AuditCheck, AuditFacts } from "../check.ts";
import type { ListedObject } from "../listed-object.ts";
import { deploymentPodIn, hostIn, hostOrHolder, type Names, namespacesOf } from "../names.ts";

export const twoLeaders: AuditCheck = {
  id: "audit/two-leaders",
  severity: "warning",
  description: "two pods of one workload must not hold Leases of the same name in two namespaces",
  kind: "Lease",
  needs: ["pods"],
  check({ listed, nowMs }, facts) {
    if (!isUnexpiredAt(listed.termEndMs, nowMs)) return undefined;
    const workload = workloadIn(listed, facts);
    if (workload === undefined) return undefined;
    const other = facts
      .namesakesOf(listed)
      .find(
        (each) =>
          isUnexpiredAt(each.termEndMs, nowMs) &&
          hostOrHolder(each) !== hostOrHolder(listed) &&
          workloadIn(each, facts) === workload,
      );
    if (other === undefined) return undefined;
    return {
      field: "spec.holderIdentity",
      message: `another pod of ${workload} holds the Lease ${namespacedName(other)}, so two pods lead: use one namespace for the Lease`,
    };
  },
};

/** Returns NAMESPACE/NAME of the workload whose pod holds a Lease. */
function workloadIn(listed: ListedObject, { pods }: AuditFacts): string | undefined {
  const name = hostOrHolder(listed);
  const [namespace, ...others] = pods === undefined ? [] : namespacesIn(listed, pods);
  const workload = workloadOf({ name });
  return namespace === undefined || others.length > 0 || workload === name ? undefined : `${namespace}/${workload}`;
}

/**
 * Returns the namespaces of the pods that a holder identity names. An identity without a UUID can
 * be any string, so it must be the name of a Deployment's pod.
 */
function namespacesIn(listed: ListedObject, pods: Names): readonly string[] {
  const host = hostIn(listed);
  if (host !== undefined) return namespacesOf(host, pods);
  const pod = deploymentPodIn(listed.holder);
  return pod === undefined ? [] : (pods.get(pod) ?? []);
}
