import { toSelector } from "../../cluster/registration/registration.ts";
import { selectsLabels } from "../../cluster/registration/selects-labels.ts";
import { fieldAt, mapAt, numberAt, objectsAt, textAt } from "../../core/api/fields.ts";
import { objectsOf, type SnapshotObject, unreadReason } from "../../installation/snapshot.ts";
import { plainRenewalCondition } from "../../rules/shared/plain-renewal.ts";
import { longestTimeout, renewBudget, timeoutSecondsOf } from "../budget.ts";
import { at, type DoctorCheck, type DoctorOutcome, found, type Spot } from "../check.ts";
import type { Examined } from "../examined.ts";
import { shellLine } from "../quote.ts";
import { hasWebhook } from "./registration.ts";
import { failsClosed } from "./selection.ts";

export function hasDeployment({ own }: Examined): boolean {
  return own.deployment !== undefined;
}

export const timingChecks: readonly DoctorCheck[] = [
  {
    id: "doctor/timeout-within-budget",
    description: "the timeouts of the webhooks leave holders enough time to renew",
    applies: hasWebhook,
    run: longTimeouts,
  },
  {
    id: "doctor/replicas-enough",
    description: "the Deployment has at least two replicas",
    applies: hasWebhook,
    run: fewReplicas,
  },
  {
    id: "doctor/disruption-budget",
    description: "with failurePolicy Fail, a PodDisruptionBudget keeps a pod running during node drains",
    applies: ({ own }) => own.webhooks.some(failsClosed),
    run: missingBudget,
  },
  {
    id: "doctor/replicas-available",
    description: "all replicas of the Deployment are available",
    applies: (examined) => hasDeployment(examined) && fieldAt(examined.own.deployment?.value, "status") !== undefined,
    *run({ own: { deployment } }) {
      const wanted = replicasOf(deployment);
      const available = numberAt(deployment?.value, "status", "availableReplicas") ?? 0;
      if (available >= wanted) return;
      const remedy = [shellLine`kubectl -n ${deployment?.namespace} rollout status deployment ${deployment?.name}`];
      const message = `must be ${wanted}, not ${available}; look at the pods that are not ready`;
      yield found(
        available === 0 ? "error" : "warning",
        at(deployment, "status", "availableReplicas"),
        message,
        remedy,
      );
    },
  },
];

/** Returns the number of replicas that a Deployment sets, or the default of kube-apiserver. */
function replicasOf(deployment: SnapshotObject | undefined): number {
  return numberAt(deployment?.value, "spec", "replicas") ?? 1;
}

interface Replicas {
  readonly count: number;
  readonly spot: Spot;
  /** The name of the field. */
  readonly field: "replicas" | "minReplicas";
}

/**
 * Returns the smallest number of replicas. A HorizontalPodAutoscaler of the Deployment sets
 * `replicas`, at least to its `minReplicas`, whose default is 1.
 */
function smallestReplicas({ own: { deployment }, snapshot }: Pick<Examined, "own" | "snapshot">): Replicas {
  const autoscaler = objectsOf(snapshot, "HorizontalPodAutoscaler").find(
    ({ namespace, value }) =>
      namespace === deployment?.namespace &&
      textAt(value, "spec", "scaleTargetRef", "kind") === "Deployment" &&
      textAt(value, "spec", "scaleTargetRef", "name") === deployment.name,
  );
  if (autoscaler === undefined)
    return { count: replicasOf(deployment), spot: at(deployment, "spec", "replicas"), field: "replicas" };
  const count = numberAt(autoscaler.value, "spec", "minReplicas") ?? 1;
  return { count, spot: at(autoscaler, "spec", "minReplicas"), field: "minReplicas" };
}

function* longTimeouts(examined: Examined): Iterable<DoctorOutcome> {
  const budget = renewBudget(examined);
  const longest = longestTimeout(budget);
  for (const { configuration, path, value } of examined.own.webhooks) {
    const seconds = timeoutSecondsOf(value);
    if (seconds <= longest) continue;
    // With this condition of `manifests/base`, plain renewals do not wait for the webhook.
    const skipsRenewals = objectsAt(value, "matchConditions").some(
      (condition) => textAt(condition, "name") === plainRenewalCondition,
    );
    const severity = skipsRenewals && seconds <= budget.renewDeadlineSeconds ? "info" : "warning";
    const allowed = Math.max(1, Math.floor(longest));
    const message = `must be at most ${allowed}, not ${seconds}: a write can wait twice, and ${budget.source}`;
    yield found(severity, at(configuration, ...path, "timeoutSeconds"), message, [`timeoutSeconds: ${allowed}`]);
  }
}

function* fewReplicas({ own, snapshot }: Examined): Iterable<DoctorOutcome> {
  const { deployment } = own;
  if (deployment === undefined) {
    const reason = unreadReason(snapshot, "Deployment");
    return void (yield { unknown: reason ?? `needs the Deployment in the namespace ${own.namespace}` });
  }
  const { count, spot, field } = smallestReplicas({ own, snapshot });
  if (count >= 2) return;
  const isClosed = own.webhooks.some(failsClosed);
  const effect = isClosed
    ? "kube-apiserver rejects writes while the only pod restarts"
    : "writes are not validated while the only pod restarts";
  yield found(
    isClosed || count === 0 ? "error" : "warning",
    spot,
    `must be at least 2, not ${count}, because ${effect}`,
    [`${field}: ${isClosed ? 3 : 2}`],
  );
}

function* missingBudget({ own, snapshot }: Examined): Iterable<DoctorOutcome> {
  const budgets = objectsOf(snapshot, "PodDisruptionBudget").filter(({ namespace }) => namespace === own.namespace);
  const [budget] = budgets.filter((each) => selectsDeployment(each, own.deployment));
  if (budget === undefined) {
    const reason = unreadReason(snapshot, "PodDisruptionBudget") ?? unreadReason(snapshot, "Deployment");
    if (reason !== undefined) return void (yield { unknown: reason });
    const message =
      "must exist, because a node drain can otherwise evict all pods, and kube-apiserver then rejects writes";
    return void (yield found("warning", at(own.deployment), `a PodDisruptionBudget of this Deployment ${message}`, [
      "kubectl apply -f manifests/base/pod-disruption-budget.yaml",
    ]));
  }
  yield* wrongBudget(budget, smallestReplicas({ own, snapshot }).count);
}

/** Yields a finding if a PodDisruptionBudget allows the eviction of all pods, or of none. */
function* wrongBudget(budget: SnapshotObject, replicas: number): Iterable<DoctorOutcome> {
  // doctor/replicas-enough reports a single replica, for which no budget is right.
  if (replicas < 2) return;
  const field = fieldAt(budget.value, "spec", "maxUnavailable") === undefined ? "minAvailable" : "maxUnavailable";
  const pods = podsIn(fieldAt(budget.value, "spec", field), replicas);
  if (pods > 0 && pods < replicas) return;
  const evictsAll = field === "minAvailable" ? pods === 0 : pods > 0;
  const effect = evictsAll ? "a node drain can otherwise evict all pods" : "no node can otherwise be drained";
  const limit = pods === 0 ? "at least 1" : `less than the ${replicas} replicas`;
  const value = field === "minAvailable" && pods > 0 ? replicas - 1 : 1;
  yield found("warning", at(budget, "spec", field), `must be ${limit}, because ${effect}`, [`${field}: ${value}`]);
}

/** Returns the number of pods that a field of a budget means. Kubernetes rounds percentages up. */
function podsIn(value: unknown, replicas: number): number {
  if (typeof value === "number") return value;
  const percent = typeof value === "string" ? Number.parseInt(value, 10) : 0;
  return Math.ceil((percent * replicas) / 100);
}

/**
 * Reports whether a PodDisruptionBudget selects the pods of a Deployment. An absent selector
 * selects no pods, and an empty selector selects all pods.
 */
function selectsDeployment(budget: SnapshotObject, deployment: SnapshotObject | undefined): boolean {
  const selector = fieldAt(budget.value, "spec", "selector");
  if (deployment === undefined || selector === undefined || selector === null) return false;
  return selectsLabels(toSelector(selector), mapAt(deployment.value, "spec", "template", "metadata", "labels"));
}
