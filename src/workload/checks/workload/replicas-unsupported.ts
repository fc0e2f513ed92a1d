import type { SetCheck } from "../../check.ts";
import type { WorkloadFacts } from "../../facts.ts";
import { trustedElections } from "../../trusted-elections.ts";

export const check: SetCheck<WorkloadFacts> = {
  id: "workload/replicas-unsupported",
  severity: "warning",
  description: "a program that has no election must have one replica, if its replicas do the same writes",
  *check({ elections }) {
    for (const { program, replicas, isOn, isSharded } of trustedElections(elections)) {
      if (program?.election.kind !== "none" || program.withoutElection !== "harm" || isSharded !== false) continue;
      if (isOn !== false || replicas === undefined || replicas.value < 2) continue;
      const { object, path, value } = replicas;
      yield {
        ...{ object, path, badValue: value },
        detail: `must be 1, because ${program.name} has no leader election, and every replica does the same writes`,
        remedy: `${String(path.at(-1))}: 1`,
      };
    }
  },
};
