import { secondsText } from "../../../core/text/duration.ts";
import type { SetCheck } from "../../check.ts";
import type { WorkloadFacts } from "../../facts.ts";
import { expectedOutageMs, legalTimings } from "../../timings.ts";
import { toleranceOf } from "../../tolerance.ts";
import { trustedElections } from "../../trusted-elections.ts";
import { timingNames } from "../../workload-election.ts";

export const check: SetCheck<WorkloadFacts> = {
  id: "workload/outage-tolerance",
  severity: "info",
  description: "the leader must survive a short outage of the API server",
  *check({ elections }) {
    for (const election of trustedElections(elections)) {
      const { leaseDuration, renewDeadline, retryPeriod } = election.timings;
      const set = timingNames.map((name) => election.timings[name].set).find((value) => value !== undefined);
      const [lease, renew, retry] = [leaseDuration.seconds, renewDeadline.seconds, retryPeriod.seconds];
      if (election.isOn === false || set === undefined || !lease || !renew || !retry || renew <= retry) continue;
      const durations = { leaseMs: lease * 1000, renewMs: renew * 1000, retryMs: retry * 1000 };
      const { outageMs, takeoverMs } = toleranceOf(durations);
      if (outageMs >= expectedOutageMs) continue;
      const remedy = legalTimings(election, true);
      yield {
        ...{ object: set.object, path: set.path, ...(remedy !== undefined && { remedy }) },
        detail: `must let the leader survive an outage of ${secondsText(expectedOutageMs)}: these durations survive ${secondsText(outageMs)}, and after a crash another replica takes over within ${secondsText(takeoverMs)}`,
      };
    }
  },
};
