import type { SetCheck } from "../../check.ts";
import type { WorkloadFacts } from "../../facts.ts";
import { goDuration, timingText } from "../../timings.ts";
import { trustedElections } from "../../trusted-elections.ts";

export const check: SetCheck<WorkloadFacts> = {
  id: "workload/timing-truncated",
  severity: "warning",
  description: "a lease duration must be a whole number of seconds",
  *check({ elections }) {
    for (const election of trustedElections(elections)) {
      const { set, seconds } = election.timings.leaseDuration;
      if (election.isOn === false || set === undefined || seconds === undefined || Number.isInteger(seconds)) continue;
      const stored = Math.floor(seconds);
      const effect =
        stored === 0 ? "kube-apiserver rejects a duration of 0" : "another replica can take over that much earlier";
      const { object, path, value } = set;
      const remedy = timingText(election, "leaseDuration", stored + 1);
      yield {
        ...{ object, path, badValue: value, ...(remedy !== undefined && { remedy }) },
        detail: `must be a whole number of seconds: the Lease contains ${goDuration(stored)}, and ${effect}`,
      };
    }
  },
};
