import { fieldAt, textAt } from "../../../core/api/fields.ts";
import type { SetCheck } from "../../check.ts";
import { valueAt } from "../../environment.ts";
import type { WorkloadFacts } from "../../facts.ts";
import { recreateText, rolloutOf } from "../../rollout.ts";
import { workloadsWith } from "../../trusted-elections.ts";
import type { WorkloadElection } from "../../workload-election.ts";

export const check: SetCheck<WorkloadFacts> = {
  id: "workload/readiness-waits-for-leader",
  severity: "error",
  description: "a Deployment whose pods are ready only as the leader must stop the leader before a new pod is ready",
  *check({ elections }) {
    for (const { workload, replicas, programs } of workloadsWith(elections, isReadyOnlyAsLeader)) {
      const rollout = rolloutOf(workload, replicas);
      if (rollout === undefined || rollout.maxUnavailable >= replicas) continue;
      yield {
        ...{ object: workload, path: ["spec", "strategy"], remedy: recreateText },
        detail: `must have the type Recreate: a new pod of ${programs} is ready only as the leader, and the Deployment stops the leader only after the new pod is ready`,
      };
    }
  },
};

function isReadyOnlyAsLeader({ workload, containerPath, program, isOn }: WorkloadElection): boolean {
  const probe = fieldAt(valueAt(workload, containerPath), "readinessProbe", "httpGet");
  const { leaderProbe } = program ?? {};
  if (leaderProbe === undefined || isOn !== true) return false;
  return (
    textAt(probe, "path") === leaderProbe.path && leaderProbe.ports.some((port) => fieldAt(probe, "port") === port)
  );
}
