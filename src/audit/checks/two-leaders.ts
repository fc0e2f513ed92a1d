import { namespacedName } from "../../core/field/object-reference.ts";
import { deploymentPodIn, hostIn, hostOrHolder } from "../../listing/holder.ts";
import type { ListedObject } from "../../listing/listed-object.ts";
import { workloadName } from "../../listing/pods.ts";
import { isUnexpiredAt } from "../../rules/shared/lease-term.ts";
import type { AuditCheck, AuditFacts } from "../check.ts";

export const twoLeaders: AuditCheck = {
  id: "audit/two-leaders",
  severity: "warning",
  description: "two pods of one workload must not hold Leases of the same name in two namespaces",
  kind: "Lease",
  needs: ["pods"],
  state: "contested",
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

/**
 * Returns NAMESPACE/NAME of the workload whose pod holds a Lease. An identity without a UUID can be
 * any string, so it must be the name of a Deployment's pod.
 */
function workloadIn(listed: ListedObject, { pods }: AuditFacts): string | undefined {
  const name = hostIn(listed) ?? deploymentPodIn(listed.holder);
  const [pod, ...others] = name === undefined ? [] : (pods?.named(name) ?? []);
  if (pod === undefined || others.length > 0 || pod.workload === pod.name) return undefined;
  return workloadName(pod);
}
