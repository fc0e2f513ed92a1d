import { failed, ok, type Result } from "../core/field/result.ts";
import type { ObjectSet, SetObject } from "./set-object.ts";

/**
 * Returns the ConfigMap that a workload means by a name. The value is undefined if the ConfigMap
 * certainly does not exist. The error is the reason why it is not known.
 */
export function configMapOf(set: ObjectSet, workload: SetObject, name: string): Result<SetObject | undefined, string> {
  const found = set.configMaps.filter((each) => each.name === name && each.namespace === workload.namespace);
  if (found.length > 1) return failed(`the set has ${found.length} ConfigMaps ${name} in one namespace`);
  if (found.length === 0 && !set.isComplete) return failed(`the ConfigMap ${name} is not in the set`);
  return ok(found[0]);
}
