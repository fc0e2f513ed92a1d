import { fieldAt, objectsAt, textAt } from "../../../core/api/fields.ts";
import type { SetCheck, SetFinding } from "../../check.ts";
import { schedulerConfiguration } from "../../conventions.ts";
import type { WorkloadFacts } from "../../facts.ts";
import { trustedElections } from "../../trusted-elections.ts";
import type { Located, WorkloadElection } from "../../workload-election.ts";

const kubeSystem = "kube-system";

/** The locks that programs of Kubernetes hold in `kube-system`. */
const locks: readonly string[] = ["kube-scheduler", "kube-controller-manager"];

export const check: SetCheck<WorkloadFacts> = {
  id: "workload/lock-of-kubernetes",
  severity: "error",
  description: "a workload must not use the lock of kube-scheduler or kube-controller-manager",
  *check({ elections }) {
    for (const election of trustedElections(elections)) {
      const scheduler = election.configuration.find(isOtherScheduler);
      if (scheduler === undefined) yield* lockFinding(election);
      else yield* schedulerFinding(election, scheduler);
    }
  },
};

function* lockFinding(election: WorkloadElection): Iterable<SetFinding> {
  const { workload, lockName, lockNamespace, lockNameField, image, isOn } = election;
  if (lockName === undefined || lockNamespace !== kubeSystem || isOn === false || !locks.includes(lockName)) return;
  // The program itself can run as a Deployment, or be an image with several programs.
  if ([image, workload.name].some((text) => text.includes(lockName)) || /hyperkube|kubernetes/.test(image)) return;
  const { object, path } = lockNameField ?? { object: workload, path: election.containerPath };
  yield found(lockName, workload.name, { object, path });
}

/** Reports whether a file configures a scheduler that is not the default scheduler. */
function isOtherScheduler({ value }: Located<object>): boolean {
  if (textAt(value, "kind") !== schedulerConfiguration) return false;
  const names = objectsAt(value, "profiles").map((profile) => textAt(profile, "schedulerName"));
  return names.length > 0 && !names.some((name) => name === "" || name === "default-scheduler");
}

/**
 * Without other values, kube-scheduler elects a leader, and its lock is
 * `kube-system/kube-scheduler`.
 */
function* schedulerFinding(election: WorkloadElection, file: Located<object>): Iterable<SetFinding> {
  const { workload, isOn, switches, lockNameField, lockNamespace } = election;
  if (switches.length > 0 && isOn !== true) return;
  const namespace = fieldAt(file.value, "leaderElection", "resourceNamespace") ?? lockNamespace ?? kubeSystem;
  const name = lockNameField?.value ?? "kube-scheduler";
  if (namespace === kubeSystem && name === "kube-scheduler") yield found(name, workload.name, file);
}

function found(lock: string, name: string, { object, path }: Pick<Located<unknown>, "object" | "path">): SetFinding {
  const remedy = path.some((step) => typeof step === "object")
    ? `leaderElection:\n  resourceName: ${name}`
    : `--leader-elect-resource-name=${name}`;
  const detail = `must not use the lock ${kubeSystem}/${lock}: the workload waits until ${lock} fails, and then keeps it from working`;
  return { object, path, detail, remedy };
}
