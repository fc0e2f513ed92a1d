import type { SetCheck } from "../../check.ts";
import { leases } from "../../election-rights.ts";
import type { WorkloadFacts } from "../../facts.ts";
import { isPartOfOthers, type LeaseRule, leaseRules } from "../../lease-rules.ts";
import { decide, type Grant, type Permissions } from "../../permissions.ts";

export const check: SetCheck<WorkloadFacts> = {
  id: "access/missing-verb",
  severity: "warning",
  description: "a role that writes Leases must grant the verbs that belong together",
  *check({ set, permissions }) {
    const rules = leaseRules(set.roles);
    for (const role of new Set(rules.map((each) => each.role))) {
      const grants = permissions.grants.filter((grant) => grant.role === role);
      if (grants.length === 0 || isPartOfOthers(role, set.roles)) continue;
      const missing = missingVerb(rules.filter((each) => each.role === role));
      if (missing === undefined || grants.some((grant) => canBeGranted(grant, missing.verb, permissions))) continue;
      const { verb, rule, reason } = missing;
      yield {
        object: role,
        path: [...rule.path, "verbs"],
        badValue: rule.verbs.join(", "),
        detail: `must also contain ${verb}, because ${reason}`,
        remedy: `verbs: [${[...rule.verbs, verb].join(", ")}]`,
      };
    }
  },
};

interface MissingVerb extends Pick<LeaseRule, "rule"> {
  readonly verb: string;
  readonly reason: string;
}

/** A client that creates and deletes a Lease, and never renews it, uses it as a mutex. */
function missingVerb(rules: readonly LeaseRule[]): MissingVerb | undefined {
  const ruleWith = (...verbs: readonly string[]) =>
    rules.find(({ rule }) => verbs.some((verb) => rule.verbs.includes(verb) || rule.verbs.includes("*")))?.rule;
  const [creates, updates] = [ruleWith("create"), ruleWith("update")];
  if (creates !== undefined && ruleWith("update", "patch", "delete") === undefined)
    return { rule: creates, verb: "update", reason: "a holder that cannot update its Lease cannot renew it" };
  if (updates !== undefined && ruleWith("get") === undefined)
    return { rule: updates, verb: "get", reason: "an update needs the resourceVersion of the Lease" };
  return undefined;
}

/** Reports whether another binding grants a verb to a subject of a binding, or can grant it. */
function canBeGranted({ binding, subjects, isClusterWide }: Grant, verb: string, permissions: Permissions): boolean {
  return subjects.some((subject) => {
    if (subject.kind !== "ServiceAccount") return true;
    const namespace = isClusterWide ? subject.namespace : binding.namespace;
    return decide(permissions, subject, { ...leases, verb, name: undefined, namespace }).isAllowed !== false;
  });
}
