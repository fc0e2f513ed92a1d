import type { SetCheck } from "../../check.ts";
import type { WorkloadFacts } from "../../facts.ts";
import { identitySetting, ownIdentity } from "../../own-identity.ts";
import { trustedElections } from "../../trusted-elections.ts";

export const check: SetCheck<WorkloadFacts> = {
  id: "workload/required-identity-missing",
  severity: "warning",
  description: "a program that does not choose its holder identity must get one",
  *check({ elections }) {
    for (const { workload, containerPath, program, identity, isOn } of trustedElections(elections)) {
      if (identity !== "missing" || isOn !== true || program === undefined) continue;
      const setting = identitySetting(program);
      yield {
        ...{ object: workload, path: containerPath },
        detail: `must set ${setting}: ${program.name} does not start an election without a holder identity`,
        remedy: ownIdentity(setting),
      };
    }
  },
};
