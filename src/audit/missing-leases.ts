import { leaseApiVersion } from "../core/api/served-versions.ts";
import { namespacedName } from "../core/field/object-reference.ts";
import type { ListedCluster } from "../listing/listing.ts";
import { electingWorkload, lockOf } from "../listing/pod-elections.ts";
import { type Pods, workloadName } from "../listing/pods.ts";
import type { UnstartedElection } from "../listing/unstarted.ts";
import { neverStarted, neverStartedFinding } from "./checks/never-started.ts";
import type { Election } from "./election.ts";
import { factIn } from "./election-of.ts";
import type { AuditedObject } from "./result.ts";

/** Returns a row for each Lease that does not exist, although a program elects a leader with it. */
export function missingLeases({
  last: { objects, readAt },
  unstarted = [],
  pods,
}: Pick<ListedCluster, "last" | "unstarted" | "pods">): readonly AuditedObject[] {
  if (unstarted.length === 0) return [];
  const existing = new Set(objects.flatMap((each) => (each.kind === "Lease" ? [namespacedName(each)] : [])));
  return unstarted
    .filter(({ election }) => !existing.has(lockOf(election)))
    .map((each) => missingLease(each, pods, readAt));
}

function missingLease(unstarted: UnstartedElection, pods: Pods | undefined, readAt: Date): AuditedObject {
  const { lockNamespace: namespace, lockName: name } = unstarted.election;
  const { id: origin, severity } = neverStarted;
  const found = neverStartedFinding(unstarted, "the Lease does not exist", readAt.getTime());
  const { field, message } = found;
  const absent = { holder: undefined, created: undefined, renewed: undefined, holdingPeriods: [] };
  return {
    ...{ apiVersion: leaseApiVersion, kind: "Lease", namespace, name, ...absent },
    findings: [{ origin, severity: found.severity ?? severity, field, message }],
    election: unstartedElection(unstarted, factIn(message), pods),
    ...{ isYoung: false, isUnchecked: false, isDeleting: false, isMissing: true },
  };
}

function unstartedElection({ election }: UnstartedElection, reason: string, pods: Pods | undefined): Election {
  const workload = electingWorkload(election);
  const running = [...(pods?.ofWorkload(election.workload.name) ?? [])].filter((pod) => workloadName(pod) === workload);
  const absent = { pod: undefined, node: undefined, since: undefined, termMs: undefined, pause: undefined };
  return {
    ...{ state: "leaderless", reason, ...absent, failoverMs: undefined, workload },
    ready: running.filter(({ isReady }) => isReady).length,
    running: running.length,
  };
}
