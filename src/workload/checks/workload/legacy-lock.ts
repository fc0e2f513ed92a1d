import { changeText } from "../../change-text.ts";
import type { SetCheck } from "../../check.ts";
import type { WorkloadFacts } from "../../facts.ts";
import { trustedElections } from "../../trusted-elections.ts";

const removed: readonly string[] = ["endpoints", "configmaps", "endpointsleases", "configmapsleases"];

export const check: SetCheck<WorkloadFacts> = {
  id: "workload/legacy-lock",
  severity: "warning",
  description: "the lock of an election must be a Lease",
  *check({ elections }) {
    for (const { lockType, isOn } of trustedElections(elections)) {
      if (lockType === undefined || isOn === false || !removed.includes(lockType.value)) continue;
      const { object, path, value } = lockType;
      yield {
        ...{ object, path, badValue: value },
        detail: "must be leases: programs with the libraries of Kubernetes 1.28 and later reject other locks",
        remedy: changeText(lockType, "leases"),
      };
    }
  },
};
