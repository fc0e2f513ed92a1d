import { all, type Decided } from "../../../cluster/registration/selects-labels.ts";
import type { SetCheck } from "../../check.ts";
import { leases } from "../../election-rights.ts";
import type { WorkloadFacts } from "../../facts.ts";
import { type LeaseRule, leaseRules } from "../../lease-rules.ts";
import { decide, type Permissions } from "../../permissions.ts";
import { allows, type PolicyRule, policyRules } from "../../policy-rule.ts";
import type { SetObject } from "../../set-object.ts";

const create = { ...leases, verb: "create", name: "" };

export const check: SetCheck<WorkloadFacts> = {
  id: "access/create-with-resource-names",
  severity: "error",
  description: "a rule with resourceNames must not be the only one that grants create",
  *check({ set, permissions }) {
    for (const { role, rule } of leaseRules(set.roles).filter(createsNothing)) {
      const others = policyRules(role.value);
      if (others.some((other) => allows(other, create))) continue;
      const isGranted = mayCreate(role, permissions);
      const isApplied = mayApply(rule, others);
      if (isGranted === true || isApplied === true) continue;
      const isWarning = isGranted === undefined || isApplied === undefined;
      yield {
        object: role,
        path: [...rule.path, "resourceNames"],
        badValue: rule.resourceNames.join(", "),
        detail: "must not be set in the rule with create, because a request that creates a Lease has no name",
        remedy: splitRule(rule),
        ...(isWarning && { severity: "warning" as const }),
      };
    }
  },
};

/** The name "" matches a request without a name. */
function createsNothing({ rule: { verbs, resourceNames } }: LeaseRule): boolean {
  return verbs.includes("create") && resourceNames.length > 0 && !resourceNames.includes("");
}

/** Reports whether each subject of the role may create Leases by another binding. */
function mayCreate(role: SetObject, permissions: Permissions): Decided {
  const grants = permissions.grants.filter((grant) => grant.role === role);
  const decided = grants.flatMap(({ binding, subjects, isClusterWide }) =>
    subjects.map((subject) => {
      if (subject.kind !== "ServiceAccount") return false;
      const namespace = isClusterWide ? subject.namespace : binding.namespace;
      return decide(permissions, subject, { ...create, namespace }).isAllowed;
    }),
  );
  return decided.length === 0 ? false : all(decided);
}

/**
 * Reports whether the role is for server-side apply, which sends the name: it grants patch, and not
 * update. With both, the client is not known.
 */
function mayApply({ resourceNames }: PolicyRule, rules: readonly PolicyRule[]): Decided {
  const grants = (verb: string): boolean =>
    rules.some((rule) => resourceNames.some((name) => allows(rule, { ...leases, verb, name })));
  if (!grants("patch")) return false;
  return grants("update") ? undefined : true;
}

function splitRule({ resourceNames, verbs }: PolicyRule): string {
  const head = `- apiGroups: [${leases.group}]\n  resources: [${leases.resource}]\n`;
  const others = verbs.filter((verb) => verb !== "create");
  const named = `${head}  resourceNames: [${resourceNames.join(", ")}]\n  verbs: [${others.join(", ")}]\n`;
  return `${head}  verbs: [create]\n${others.length === 0 ? "" : named}`;
}
