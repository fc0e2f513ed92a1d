import { hourMs } from "../../core/text/duration.ts";
import { joinWords } from "../../core/text/join-words.ts";
import { podOf } from "../../listing/holder.ts";
import { isOfElection } from "../../listing/listed-object.ts";
import { type ListedPod, workloadName } from "../../listing/pods.ts";
import { workloadOf } from "../../rules/shared/pod-names.ts";
import type { AuditCheck } from "../check.ts";

/**
 * The age from which the pods of two workloads show that both are to stay. When one workload
 * replaces another, both run for a short time.
 */
const lastingMs = hourMs;

export const lockShared: AuditCheck = {
  id: "audit/lock-shared",
  severity: "warning",
  description: "only pods of one workload must hold a Lease",
  kind: "Lease",
  needs: ["pods"],
  state: "contested",
  replaces: ["audit/two-writers", "audit/holder-flapping"],
  check({ listed, nowMs, seen }, { pods, leadershipsOf }) {
    if (pods === undefined || !isOfElection(listed)) return undefined;
    const sightings = [...leadershipsOf(listed).map(({ holder }) => ({ holder })), ...seen.map((each) => each.listed)];
    const leaders = new Map<string, ListedPod>();
    for (const { holder } of sightings) {
      const pod = podOf({ ...listed, holder }, pods);
      if (pod !== undefined && isLasting(pod, nowMs)) leaders.set(programName(pod), pod);
    }
    if (leaders.size < 2) return undefined;
    return {
      field: "spec.holderIdentity",
      message: `pods of ${joinWords([...leaders.values()].map(workloadName).toSorted())} hold the Lease in turn, so only one of the workloads works at a time: give each of them its own Lease`,
    };
  },
};

function isLasting({ isReady, createdMs }: ListedPod, nowMs: number): boolean {
  return isReady && createdMs !== undefined && nowMs - createdMs > lastingMs;
}

/** Two ReplicaSets of one Rollout of Argo are two workloads, but one program. */
function programName(pod: ListedPod): string {
  const name = workloadOf(pod);
  return `${pod.namespace}/${name === pod.name ? pod.workload : name}`;
}
