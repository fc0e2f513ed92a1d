import { fieldAt, objectsAt, textAt } from "../../core/api/fields.ts";
import { dayMs, hourMs } from "../../core/text/duration.ts";
import { isoSecond, parseTime } from "../../core/text/time.ts";
import { argsOf } from "../../installation/installation.ts";
import { objectsOf, type SnapshotObject } from "../../installation/snapshot.ts";
import { at, type DoctorCheck, type DoctorOutcome, found } from "../check.ts";
import type { Examined } from "../examined.ts";
import { shellLine } from "../quote.ts";

export const renewalJobChecks: readonly DoctorCheck[] = [
  {
    id: "doctor/certificates-renewed",
    description: "the CronJob that renews the certificates is not suspended, and its runs succeed",
    applies: (examined) => renewalJobs(examined).length > 0,
    run: idleJobs,
  },
];

export interface RenewalJob {
  readonly job: SnapshotObject;
  /** The command and the arguments of the container. */
  readonly args: readonly string[];
}

/** The path of the pod's spec in a CronJob. */
export const jobPodSpec = ["spec", "jobTemplate", "spec", "template", "spec"] as const;

/** Returns the CronJobs in the namespace of lease-guard that run `lease-guard certs apply`. */
export function renewalJobs({ own, snapshot }: Examined): readonly RenewalJob[] {
  const jobs = objectsOf(snapshot, "CronJob").filter(({ namespace }) => namespace === own.namespace);
  return jobs.flatMap((job) => {
    const containers = objectsAt(job.value, ...jobPodSpec, "containers");
    const args = containers.map(argsOf).find((each) => each.includes("certs") && each.includes("apply"));
    return args === undefined ? [] : [{ job, args }];
  });
}

/** A Job with its retries ends in this time. */
const longestRunMs = hourMs;

/** One failed run of a daily CronJob is not a problem, because it starts 30 days early. */
const longestFailureMs = 2 * dayMs;

function* idleJobs(examined: Examined): Iterable<DoctorOutcome> {
  for (const { job } of renewalJobs(examined)) {
    const remedy = [shellLine`kubectl -n ${job.namespace} patch cronjob ${job.name} -p '{"spec":{"suspend":false}}'`];
    if (fieldAt(job.value, "spec", "suspend") === true) {
      yield found(
        "warning",
        at(job, "spec", "suspend"),
        "must be false, because nothing else renews the certificates before they expire",
        remedy,
      );
      continue;
    }
    const started = parseTime(textAt(job.value, "status", "lastScheduleTime"));
    const succeeded = parseTime(
      textAt(job.value, "status", "lastSuccessfulTime") || textAt(job.value, "metadata", "creationTimestamp"),
    );
    if (started === undefined || succeeded === undefined) continue;
    const isRunning = examined.now.getTime() - started.getTime() < longestRunMs;
    if (isRunning || started.getTime() - succeeded.getTime() < longestFailureMs) continue;
    yield found(
      "warning",
      at(job, "status", "lastSuccessfulTime"),
      `must be later than ${isoSecond(succeeded)}: since then, no run has succeeded`,
      [shellLine`kubectl -n ${job.namespace} logs -l app.kubernetes.io/component=certificates`],
    );
  }
}
