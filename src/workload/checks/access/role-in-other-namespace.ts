import type { SetCheck } from "../../check.ts";
import { lockText, missingRights } from "../../election-rights.ts";
import { missingRole } from "../../election-role.ts";
import type { WorkloadFacts } from "../../facts.ts";

export const check: SetCheck<WorkloadFacts> = {
  id: "access/role-in-other-namespace",
  severity: "error",
  description: "the Role of an election must be in the namespace of its Lease",
  *check({ elections, permissions }) {
    for (const missing of missingRights(elections, permissions)) {
      const { election, elsewhere } = missing;
      if (elsewhere === undefined) continue;
      yield {
        object: elsewhere.binding,
        path: ["metadata", "namespace"],
        badValue: elsewhere.binding.namespace,
        detail: `must be ${election.lockNamespace}, because ${election.workload.name} elects with ${lockText(election)}`,
        remedy: missingRole(missing),
      };
    }
  },
};
