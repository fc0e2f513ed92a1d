import { mapAt } from "../../../core/api/fields.ts";
import { namespacedName } from "../../../core/field/object-reference.ts";
import { settingText } from "../../change-text.ts";
import type { SetCheck, SetFinding } from "../../check.ts";
import { conventions } from "../../conventions.ts";
import type { WorkloadFacts } from "../../facts.ts";
import type { SetObject } from "../../set-object.ts";
import { trustedElections } from "../../trusted-elections.ts";
import type { WorkloadElection } from "../../workload-election.ts";

export const check: SetCheck<WorkloadFacts> = {
  id: "workload/one-lock-two-workloads",
  severity: "error",
  description: "two workloads must not use one lock",
  *check({ elections }) {
    const seen = new Map<string, WorkloadElection>();
    for (const election of trustedElections(elections)) {
      const { lockName: name, lockNamespace: namespace, isOn, replicas } = election;
      if (name === undefined || namespace === undefined || isOn !== true || replicas?.value === 0) continue;
      const lock = namespacedName({ namespace, name });
      const first = seen.get(lock);
      if (first === undefined) seen.set(lock, election);
      else yield* findings(election, first, lock);
    }
  },
};

function* findings(election: WorkloadElection, first: WorkloadElection, lock: string): Iterable<SetFinding> {
  const { workload, lockNameField, containerPath, program } = election;
  const isSameImage = imageName(election.image) === imageName(first.image);
  if (isSameObject(workload, first.workload) || (isSameImage && !areOtherApps(workload, first.workload))) return;
  const { object, path } = lockNameField ?? { object: workload, path: containerPath };
  const remedy = settingText(election, (program ?? conventions).lockName ?? {}, `${workload.name}-lock`);
  yield {
    ...{ object, path, ...(remedy !== undefined && { remedy }), ...(isSameImage && { severity: "warning" as const }) },
    detail: `must have its own lock: ${first.workload.kind} ${nameOf(first.workload)} also uses the Lease ${lock}, so that only one of the two works`,
  };
}

function nameOf({ namespace = "", name }: SetObject): string {
  return namespacedName({ namespace, name });
}

function isSameObject(a: SetObject, b: SetObject): boolean {
  return a.kind === b.kind && a.name === b.name && a.namespace === b.namespace;
}

/** Returns the name of an image without registry, tag, and digest. */
function imageName(image: string): string {
  const path = image.split("@", 1)[0] ?? "";
  return path.slice(path.lastIndexOf("/") + 1).replace(/:.*$/s, "");
}

/** The labels that name an application or an installation, but not a revision. */
const appLabels = ["app.kubernetes.io/instance", "app.kubernetes.io/name", "app", "k8s-app"];

/** Reports whether the selectors of two workloads belong to different applications. */
function areOtherApps(a: SetObject, b: SetObject): boolean {
  const [one, other] = [a, b].map(({ value }) => mapAt(value, "spec", "selector", "matchLabels"));
  return appLabels.some((label) => {
    const [left, right] = [one?.get(label), other?.get(label)];
    return left !== undefined && right !== undefined && left !== right;
  });
}
