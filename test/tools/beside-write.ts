import type { ViewedObject } from "../../src/engine/validate/view.ts";
import type { CelRule } from "../../src/rules/cel/cel-rule.ts";
import type { Change } from "../../src/rules/rule.ts";
import type { Draft } from "../harness/objects.ts";
import { requireServedVersion } from "../harness/served-version.ts";

/** Returns the objects that exist after a write. */
export function viewed(change: Change<Draft>, beside: readonly Draft[]): readonly ViewedObject[] {
  const objects = change.operation === "DELETE" ? beside : [...beside, change.object];
  return objects.map((object) => ({ served: requireServedVersion(object), object }));
}

/**
 * Returns the objects that kube-apiserver passes to the rule: the objects of the kind `params` in
 * the namespace of the write.
 */
export function paramsOf(
  change: Change<Draft>,
  beside: readonly Draft[],
  { params }: Pick<CelRule, "params">,
): readonly Draft[] {
  const { metadata } = change.operation === "DELETE" ? change.oldObject : change.object;
  return beside.filter((other) => other.kind === params && other.metadata["namespace"] === metadata["namespace"]);
}
