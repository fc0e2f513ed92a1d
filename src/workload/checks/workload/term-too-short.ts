import type { SetCheck } from "../../check.ts";
import type { WorkloadFacts } from "../../facts.ts";
import { legalTimings } from "../../timings.ts";
import { trustedElections } from "../../trusted-elections.ts";

/** The shortest duration in the manifests of most programs, in seconds. */
const shortest = 5;

/** Programs whose own manifests have a shorter duration. */
const shorter: ReadonlyMap<string | undefined, number> = new Map([["kube-vip", 3]]);

export const check: SetCheck<WorkloadFacts> = {
  id: "workload/term-too-short",
  severity: "warning",
  description: "a lease duration must be long enough for a slow API server",
  *check({ elections }) {
    for (const election of trustedElections(elections)) {
      const { set, seconds } = election.timings.leaseDuration;
      const limit = shorter.get(election.program?.name) ?? shortest;
      if (election.isOn === false || set === undefined || seconds === undefined) continue;
      // Programs differ in the meaning of 0: an error, or the default.
      if (seconds === 0 || seconds >= limit) continue;
      const { object, path, value } = set;
      const remedy = legalTimings(election);
      const detail = `must be at least ${limit}s: one slow request to the API server ends the term of the leader`;
      yield { object, path, badValue: value, detail, ...(remedy !== undefined && { remedy }) };
    }
  },
};
