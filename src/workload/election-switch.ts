import { objectsAt } from "../core/api/fields.ts";
import { environmentOf } from "./environment.ts";
import { argumentsOf } from "./flags.ts";
import type { ObjectSet } from "./set-object.ts";
import { conventionalState } from "./switch-state.ts";

const noObjects: ObjectSet = {
  ...{ workloads: [], autoscalers: [], configMaps: [], serviceAccounts: [], roles: [], bindings: [] },
  isComplete: false,
};

/**
 * Reports whether the arguments and the environment variables of a pod switch leader election on or
 * off. Returns undefined if they do not state it, or if its containers differ.
 */
export function electionSwitch(pod: object): boolean | undefined {
  const workload = { apiVersion: "v1", kind: "Pod", namespace: undefined, name: "", value: pod };
  const switches = objectsAt(pod, "spec", "containers").flatMap((container, index) => {
    const containerPath = ["spec", "containers", index];
    const environment = environmentOf(noObjects, workload, containerPath);
    const args = argumentsOf(container, containerPath, environment);
    const files = { documents: [], more: undefined };
    return conventionalState({ workload, containerPath, image: "", args, environment, files }).value.switches;
  });
  const [first] = switches;
  return switches.every(({ value }) => value === first?.value) ? first?.value : undefined;
}
