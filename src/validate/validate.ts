import type { HubByKind, Kind } from "../api/coordination.ts";
import type { ServedVersion } from "../api/served-versions.ts";
import { defaultPolicy, type Policy } from "../policy/policy.ts";
import type { Change, Rule } from "../rules/rule.ts";
import { checkSchema } from "../schema/check.ts";
import { compileRules } from "./compile-rules.ts";
import { defaultRelease, type KubernetesRelease } from "./kubernetes-release.ts";
import { ruleAsOf } from "./release-history.ts";
import type { Submission } from "./submission.ts";
import type { Verdict } from "./verdict.ts";

/**
 * A function that validates one write. The function does not throw, even if the objects have
 * unexpected values.
 */
export type Validate = (submission: Submission) => Verdict;

/**
 * Returns a function that validates writes. The rules and the policy are compiled once. The
 * returned function keeps no state, and its messages are those of the given Kubernetes version.
 */
export function createValidate(
  rules: readonly Rule[],
  policy: Policy = defaultPolicy,
  release: KubernetesRelease = defaultRelease,
): Validate {
  const asReleased = rules.map((rule) => ruleAsOf(release, rule));
  const runRules = compileRules(asReleased, policy);
  return ({ served, change, context }) => {
    const undecodable = change.operation === "DELETE" ? [] : checkSchema(served.schema, change.object);
    if (undecodable.length > 0)
      return { findings: undecodable.map((finding) => ({ ...finding, mode: "deny" })), crashes: [], abstained: [] };
    const hubChange = toHubChange(served, change);
    return hubChange === undefined ? { findings: [], crashes: [], abstained: [] } : runRules(served.gvk.kind, hubChange, context);
  };
}

/**
 * Converts a change whose `object` decodes. Clients must still be able to update and delete a
 * stored object that does not decode. For such an `oldObject`, an update is validated as if nothing
 * changed, and a delete is not validated.
 */
function toHubChange(served: ServedVersion, change: Change<unknown>): Change<HubByKind[Kind]> | undefined {
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
