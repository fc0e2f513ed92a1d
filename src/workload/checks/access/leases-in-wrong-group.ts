import { resources } from "../../../core/api/served-versions.ts";
import type { SetCheck } from "../../check.ts";
import { leases } from "../../election-rights.ts";
import type { WorkloadFacts } from "../../facts.ts";
import { isBuiltIn } from "../../lease-rules.ts";
import { allows, type PolicyRule, policyRules } from "../../policy-rule.ts";

/** The API groups of Kubernetes whose names have no domain. */
const shortGroups: readonly string[] = ["", "apps", "autoscaling", "batch", "extensions", "policy"];

export const check: SetCheck<WorkloadFacts> = {
  id: "access/leases-in-wrong-group",
  severity: "warning",
  description: "a rule about Leases must name their API group",
  *check({ set }) {
    for (const role of set.roles.filter((each) => !isBuiltIn(each))) {
      const rules = policyRules(role.value);
      for (const { apiGroups, resources: named, verbs, path } of rules) {
        if (!named.includes(resources.Lease) || apiGroups.length === 0 || !apiGroups.every(hasNoLeases)) continue;
        if (verbs.every((verb) => isGranted(verb, rules))) continue;
        yield {
          object: role,
          path: [...path, "apiGroups"],
          badValue: apiGroups.join(", "),
          detail: `must contain ${leases.group}, because the rule grants no access to Leases`,
          remedy: named.length === 1 ? `apiGroups: [${leases.group}]` : leaseRule(verbs),
        };
      }
    }
  },
};

/** Reports whether another rule grants a verb on Leases, so that this rule has no effect. */
function isGranted(verb: string, rules: readonly PolicyRule[]): boolean {
  return rules.some((rule) => allows(rule, { ...leases, verb, name: undefined }) !== false);
}

/** Resources of other API groups can have the name `leases`, such as those of jumpstarter.dev. */
function hasNoLeases(group: string): boolean {
  return group !== leases.group && (shortGroups.includes(group) || group.endsWith(".k8s.io"));
}

function leaseRule(verbs: readonly string[]): string {
  return `- apiGroups: [${leases.group}]\n  resources: [${leases.resource}]\n  verbs: [${verbs.join(", ")}]\n`;
}
