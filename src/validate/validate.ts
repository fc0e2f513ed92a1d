import type { HubByKind, Kind } from "../api/coordination.ts";
import type { ServedVersion } from "../api/served-versions.ts";
import { defaultPolicy, type Policy } from "../policy/policy.ts";
import type { Change, Context, Rule } from "../rules/rule.ts";
import { checkSchema } from "../schema/check.ts";
import { compileRules } from "./compile-rules.ts";
import { defaultRelease, type KubernetesRelease } from "./kubernetes-release.ts";
import { ruleAsOf } from "./release-history.ts";
import type { Verdict } from "./verdict.ts";

/** Validates one write of an object in a served version; never throws, whatever the object is. */
export type Validate = (served: ServedVersion, change: Change<unknown>, context: Context) => Verdict;

/** Compiles rules for a policy and a Kubernetes version; the function that it returns holds no state. */
export function createValidate(
  rules: readonly Rule[],
  policy: Policy = defaultPolicy,
  release: KubernetesRelease = defaultRelease,
): Validate {
  const asReleased = rules.map((rule) => ruleAsOf(release, rule));
  const runRules = compileRules(asReleased, policy);
  return (served, change, context) => {
    const undecodable = change.operation === "DELETE" ? [] : checkSchema(served.schema, change.object);
    if (undecodable.length > 0) return { findings: undecodable.map((finding) => ({ ...finding, mode: "deny" })), crashes: [] };
    const hubChange = toHub(served, change);
    return hubChange === undefined ? { findings: [], crashes: [] } : runRules(served.gvk.kind, hubChange, context);
  };
}

/**
 * Requires an object that decodes. An oldObject that does not decode must stay writable and deletable: an update counts
 * as one that changes nothing, and a delete is not validated.
 */
function toHub(served: ServedVersion, change: Change<unknown>): Change<HubByKind[Kind]> | undefined {
  const hub = (object: unknown) => served.toHub(object as object);
  const oldHub = (oldObject: unknown) => (checkSchema(served.schema, oldObject).length === 0 ? hub(oldObject) : undefined);
  switch (change.operation) {
    case "CREATE":
      return { operation: "CREATE", object: hub(change.object) };
    case "UPDATE": {
      const object = hub(change.object);
      return { operation: "UPDATE", object, oldObject: oldHub(change.oldObject) ?? object };
    }
    case "DELETE": {
      const oldObject = oldHub(change.oldObject);
      return oldObject && { operation: "DELETE", oldObject };
    }
  }
}
