import { joinWords } from "../../../core/text/join-words.ts";
import type { SetCheck } from "../../check.ts";
import { clusterWideWrites, roleBeside } from "../../cluster-wide-writes.ts";
import type { WorkloadFacts } from "../../facts.ts";

export const check: SetCheck<WorkloadFacts> = {
  id: "access/leases-cluster-wide-write",
  severity: "warning",
  description: "a ServiceAccount must not write the Leases of all namespaces",
  *check({ set, permissions }) {
    for (const write of clusterWideWrites(set.roles, permissions)) {
      const { role, rule, grant, verbs, givesRoles } = write;
      if (!givesRoles && roleBeside(write, permissions) !== undefined) continue;
      const isInfo = givesRoles || verbs.every((verb) => verb === "update" || verb === "patch");
      yield {
        object: role,
        path: [...rule.path, "verbs"],
        badValue: rule.verbs.join(", "),
        detail: `must be in a Role, because the ClusterRoleBinding ${grant.binding.name} grants ${joinWords(verbs)} also for the heartbeats of nodes and the Leases of the control plane`,
        ...(isInfo && { severity: "info" as const }),
      };
    }
  },
};
