import type { SetCheck } from "../../check.ts";
import type { WorkloadFacts } from "../../facts.ts";
import { recreateText, rolloutOf } from "../../rollout.ts";
import { workloadsWith } from "../../trusted-elections.ts";
import type { WorkloadElection } from "../../workload-election.ts";

export const check: SetCheck<WorkloadFacts> = {
  id: "workload/surge-without-election",
  severity: "info",
  description: "a Deployment without an election must not run an old and a new pod together",
  *check({ elections }) {
    for (const { workload, replicas, programs } of workloadsWith(elections, isAlone)) {
      const rollout = rolloutOf(workload, replicas);
      if (rollout === undefined || rollout.maxSurge === 0 || replicas !== 1) continue;
      yield {
        ...{ object: workload, path: ["spec", "strategy"], remedy: recreateText },
        detail: `must have the type Recreate: ${programs} elects no leader, so that during a rollout two pods do the same writes`,
      };
    }
  },
};

function isAlone({ program, isOn, isSharded }: WorkloadElection): boolean {
  return program?.withoutElection === "harm" && isOn === false && isSharded === false;
}
