import { mapAt, objectsAt, referenceTo } from "../core/api/fields.ts";
import { systemNamespace } from "../rules/shared/identities.ts";
import { argumentsOf } from "../workload/flags.ts";
import { parseBoolean } from "../workload/read-setting.ts";

/** A running pod of kube-controller-manager. */
export interface ControllerManager {
  readonly name: string;
  /**
   * Whether each controller, such as the garbage collector, uses its own service account. Undefined
   * if the pod does not show all flags.
   */
  readonly usesAccounts: boolean | undefined;
}

const flagName = "use-service-account-credentials";

/** Returns the facts of a pod of kube-controller-manager, and undefined for another pod. */
export function controllerManagerOf(pod: object): ControllerManager | undefined {
  const { namespace, name } = referenceTo("", pod);
  if (namespace !== systemNamespace || mapAt(pod, "metadata", "labels").get("component") !== "kube-controller-manager")
    return undefined;
  const all = objectsAt(pod, "spec", "containers").map((container) =>
    argumentsOf(container, [], { variables: new Map(), more: "the pod alone does not show its variables" }),
  );
  const flag = all.flatMap(({ flags }) => flags).findLast((each) => each.name === flagName);
  if (flag === undefined) {
    const isComplete = all.some(({ words }) => words.length > 0) && all.every(({ more }) => more === undefined);
    return { name, usesAccounts: isComplete ? false : undefined };
  }
  if (flag.value === undefined) return { name, usesAccounts: true };
  return { name, usesAccounts: flag.value.kind === "known" ? parseBoolean(flag.value.value) : undefined };
}
