import { namespacedName } from "../../core/field/object-reference.ts";
import { ageText, hourMs, minuteMs, secondsText } from "../../core/text/duration.ts";
import { pluralize } from "../../core/text/join-words.ts";
import { podOf } from "../../listing/holder.ts";
import { isOfElection, type ListedObject } from "../../listing/listed-object.ts";
import type { ListedPod } from "../../listing/pods.ts";
import { isOfSameTemplate } from "../../listing/program.ts";
import { isUnexpiredAt } from "../../rules/shared/lease-term.ts";
import { type AuditCheck, type AuditFacts, auditLog } from "../check.ts";
import type { LeaseRequests } from "../lease-requests.ts";

/** The number of retry periods without a request after which a pod has stopped. */
const quietPeriods = 5;

/** The number of requests of a pod that show that it tries again and again. */
const minRequests = 5;

/** The time in which a new pod begins to wait for the Lease. */
const startMs = 5 * minuteMs;

/**
 * The length of a log that shows a watch. In client-go, a watch ends after 5 to 10 minutes, so most
 * logs of this length contain its beginning or its end.
 */
const minLogMs = 5 * minuteMs;

/** The time after which a holding is no lock for one operation. */
const lastingMs = hourMs;

/** A pod that has stopped, and the times that show it, in milliseconds. */
interface Stopped {
  readonly pod: ListedPod;
  readonly sinceMs: number;
  readonly retryMs: number;
}

export const standbyStopped: AuditCheck = {
  id: "audit/standby-stopped",
  severity: "warning",
  description: "a ready pod that waits for a Lease must try to acquire it again and again",
  kind: "Lease",
  needs: ["pods", auditLog],
  check({ listed, nowMs }, facts) {
    const { pods, requests } = facts;
    if (pods === undefined || requests === undefined || !isOfElection(listed) || listed.isCoordinated) return undefined;
    const holder = isUnexpiredAt(listed.termEndMs, nowMs) && !listed.isDeleting ? podOf(listed, pods) : undefined;
    const program = facts.programOf(listed);
    if (holder === undefined || program === undefined || !requests.showsGets(listed.namespace)) return undefined;
    const uids = program.pods.map(({ uid }) => uid);
    const found = program.pods.flatMap((pod): readonly Stopped[] => {
      if (pod.uid === holder.uid || !isElector(pod)) return [];
      const retryMs = facts.retryMs ?? requests.pollMs(listed, [pod.uid]) ?? requests.pollMs(listed, uids);
      if (retryMs === undefined) return [];
      const sinceMs = stoppedSince({ listed, pod, holder, retryMs }, requests, facts);
      return sinceMs === undefined ? [] : [{ pod, sinceMs, retryMs }];
    });
    const [first] = found.toSorted((a, b) => b.sinceMs - a.sinceMs);
    if (first === undefined) return undefined;
    const [verb, these, they] = found.length === 1 ? ["has", "the pod", "it"] : ["have", "these pods", "they"];
    return {
      field: "spec.holderIdentity",
      message: `according to the audit log, ${pluralize(found.length, "ready pod")} of ${program.workload} ${verb} not tried to acquire the Lease for ${ageText(requests.toMs - first.sinceMs)}, although the retry period is ${secondsText(first.retryMs)}, so ${they} will not take over: read the log of ${namespacedName(first.pod)}, and restart ${these}`,
    };
  },
};

interface Waiting {
  readonly listed: ListedObject;
  readonly pod: ListedPod;
  readonly holder: ListedPod;
  readonly retryMs: number;
}

/**
 * Returns the time since which a pod has sent no request for the Lease, or undefined if the pod
 * has not stopped, or if it can be right that it sends none.
 */
function stoppedSince(
  { listed, pod, holder, retryMs }: Waiting,
  requests: LeaseRequests,
  { heldBy, pods }: AuditFacts,
): number | undefined {
  const { fromMs, toMs } = requests;
  const quietMs = Math.max(quietPeriods * retryMs, listed.durationMs ?? 0);
  // The requests of the holder show that the log contains the requests of this program.
  if ((requests.of(listed, holder.uid)?.lastMs ?? 0) < toMs - quietMs) return undefined;
  const own = requests.of(listed, pod.uid);
  const createdMs = pod.createdMs ?? Number.POSITIVE_INFINITY;
  const sinceMs = own?.lastMs ?? Math.max(fromMs, createdMs + startMs);
  if (toMs - sinceMs <= quietMs || requests.usesOther(listed, pod.uid, own?.lastMs ?? fromMs)) return undefined;
  const holds = heldBy(`${pod.namespace}/${pod.workload}`).some(
    (each) => pods !== undefined && podOf(each, pods)?.uid === pod.uid,
  );
  if (holds) return undefined;
  const isElection = pod.elects === true || toMs - (listed.acquiredMs ?? toMs) > lastingMs;
  if (own === undefined)
    return isElection && toMs - fromMs >= minLogMs && isOfSameTemplate(pod.name, holder.name) ? sinceMs : undefined;
  const isRegular = own.count >= minRequests && own.longestGapMs <= quietMs;
  // A pod that uses the Lease as a lock begins later, and ends with the release of the lock.
  const isFromStart = own.firstMs <= fromMs + quietMs || createdMs >= fromMs;
  return isRegular && isFromStart && (isElection || !own.endsWithWrite) ? sinceMs : undefined;
}

function isElector({ isReady, elects, controllerKind }: ListedPod): boolean {
  return isReady && elects !== false && controllerKind !== "Job";
}
