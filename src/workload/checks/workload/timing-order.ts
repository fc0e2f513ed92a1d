import type { SetCheck, SetFinding } from "../../check.ts";
import type { WorkloadFacts } from "../../facts.ts";
import type { ElectionProgram } from "../../program.ts";
import { goDuration, isRetryTooLong, legalTimings } from "../../timings.ts";
import { trustedElections } from "../../trusted-elections.ts";
import type { SetValue, WorkloadElection } from "../../workload-election.ts";

export const check: SetCheck<WorkloadFacts> = {
  id: "workload/timing-order",
  severity: "error",
  description: "the lease duration must be longer than the renew deadline, and the deadline longer than a retry",
  *check({ elections }) {
    for (const election of trustedElections(elections)) {
      if (election.isOn === false) continue;
      yield* leaseFinding(election);
      yield* retryFinding(election);
    }
  },
};

function* leaseFinding(election: WorkloadElection): Iterable<SetFinding> {
  const { leaseDuration, renewDeadline } = election.timings;
  const [lease, renew] = [leaseDuration.seconds, renewDeadline.seconds];
  // Programs differ in the meaning of 0: an error, or the default.
  if (lease === undefined || renew === undefined || lease === 0 || renew === 0 || lease > renew) return;
  if (renewDeadline.set !== undefined)
    yield found(election, renewDeadline.set, tooEarly, `less than the lease duration of ${goDuration(lease)}`);
  else if (leaseDuration.set !== undefined)
    yield found(election, leaseDuration.set, tooEarly, `greater than the renew deadline of ${goDuration(renew)}`);
}

const factors: Readonly<Record<ElectionProgram["library"], string>> = {
  "client-go": "1.2 times ",
  fabric8: "2.2 times ",
  other: "",
};

function* retryFinding(election: WorkloadElection): Iterable<SetFinding> {
  const { renewDeadline, retryPeriod } = election.timings;
  const [renew, retry] = [renewDeadline.seconds, retryPeriod.seconds];
  if (renew === undefined || retry === undefined || renew === 0 || retry === 0) return;
  const { program } = election;
  if (!isRetryTooLong(program?.library, { renewDeadline: renew, retryPeriod: retry })) return;
  const factor = program === undefined ? "" : factors[program.library];
  if (retryPeriod.set !== undefined) {
    const subject = factor === "" ? "" : `so short that ${factor}the period is `;
    yield found(election, retryPeriod.set, noRetry, `${subject}less than the renew deadline of ${goDuration(renew)}`);
  } else if (renewDeadline.set !== undefined)
    yield found(election, renewDeadline.set, noRetry, `greater than ${factor}the retry period of ${goDuration(retry)}`);
}

const tooEarly = "another replica can take over before the leader gives up";
const noRetry = "the leader gives up before a second attempt to renew the Lease";

function found(
  election: WorkloadElection,
  { object, path, value }: SetValue<string>,
  unknownEffect: string,
  must: string,
): SetFinding {
  const effect = election.program === undefined ? unknownEffect : "the program stops at its start";
  const remedy = legalTimings(election);
  return {
    ...{ object, path, badValue: value, ...(remedy !== undefined && { remedy }) },
    detail: `must be ${must}: otherwise ${effect}`,
  };
}
