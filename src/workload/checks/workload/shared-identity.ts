import type { SetCheck } from "../../check.ts";
import type { WorkloadFacts } from "../../facts.ts";
import { identitySetting, ownIdentity } from "../../own-identity.ts";
import { trustedElections } from "../../trusted-elections.ts";

export const check: SetCheck<WorkloadFacts> = {
  id: "workload/shared-identity",
  severity: "error",
  description: "each replica must have its own holder identity",
  *check({ elections }) {
    for (const { program, identity, isOn, replicas } of trustedElections(elections)) {
      if (identity === undefined || identity === "missing" || isOn !== true || program === undefined) continue;
      if (replicas === undefined || replicas.value < 2) continue;
      const { object, path, value } = identity;
      yield {
        ...{ object, path, badValue: value },
        detail: `must differ in each of the ${replicas.value} replicas, because a replica with the identity of the holder is a leader, too`,
        remedy: ownIdentity(identitySetting(program)),
      };
    }
  },
};
