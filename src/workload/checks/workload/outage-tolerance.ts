import type { SetCheck } from "../../check.ts";
import type { WorkloadFacts } from "../../facts.ts";
import { legalTimings, secondsText } from "../../timings.ts";
import { trustedElections } from "../../trusted-elections.ts";
import { timingNames } from "../../workload-election.ts";

/** The outage that the durations of CSI sidecars, 15s, 10s, and 5s, survive. */
const expected = 5;

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
      const tolerated = Math.max(0, Math.floor(renew / retry) * retry - retry);
      if (tolerated >= expected) continue;
      const remedy = legalTimings(election);
      yield {
        ...{ object: set.object, path: set.path, ...(remedy !== undefined && { remedy }) },
        detail: `must let the leader survive an outage of ${expected}s: these durations survive ${secondsText(tolerated)}, and after a crash another replica takes over within ${secondsText(lease + retry)}`,
      };
    }
  },
};
