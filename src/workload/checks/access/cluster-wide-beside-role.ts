import type { SetCheck } from "../../check.ts";
import { clusterWideWrites, roleBeside } from "../../cluster-wide-writes.ts";
import type { WorkloadFacts } from "../../facts.ts";

export const check: SetCheck<WorkloadFacts> = {
  id: "access/cluster-wide-beside-role",
  severity: "warning",
  description: "a ServiceAccount with a Role for its Lease must not also write the Leases of all namespaces",
  *check({ set, permissions }) {
    for (const write of clusterWideWrites(set.roles, permissions)) {
      const beside = roleBeside(write, permissions);
      if (write.givesRoles || beside === undefined) continue;
      yield {
        object: write.role,
        path: write.rule.path,
        detail: `must not be about Leases, because the RoleBinding ${beside.binding.name} already grants access to the Leases of its namespace`,
        remedy: "remove leases from the ClusterRole",
      };
    }
  },
};
