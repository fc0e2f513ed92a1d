import { fieldAt, objectsAt } from "../../../core/api/fields.ts";
import type { SetCheck } from "../../check.ts";
import type { WorkloadFacts } from "../../facts.ts";
import { rolloutOf } from "../../rollout.ts";
import type { SetObject } from "../../set-object.ts";
import { workloadsWith } from "../../trusted-elections.ts";
import type { WorkloadElection } from "../../workload-election.ts";

const podSpec = ["spec", "template", "spec"] as const;

export const check: SetCheck<WorkloadFacts> = {
  id: "workload/host-name-identity",
  severity: "warning",
  description: "two pods on one node must not have the host name of the node as their holder identity",
  *check({ elections }) {
    for (const { workload, replicas, programs } of workloadsWith(elections, hasHostName)) {
      const rollout = rolloutOf(workload, replicas);
      if (rollout === undefined || rollout.maxSurge === 0 || keepsPodsApart(workload)) continue;
      yield {
        ...{ object: workload, path: ["spec", "strategy"] },
        detail: `must have the type Recreate or maxSurge 0: the holder identity of ${programs} is the name of the node, so that an old and a new pod on one node are both leaders`,
        remedy: "strategy:\n  rollingUpdate:\n    maxSurge: 0\n    maxUnavailable: 1",
      };
    }
  },
};

function hasHostName({ workload, program, isOn }: WorkloadElection): boolean {
  return program?.identity === "host-name" && isOn === true && isOnHostNetwork(workload);
}

function isOnHostNetwork({ value }: SetObject): boolean {
  return fieldAt(value, ...podSpec, "hostNetwork") === true;
}

/**
 * Reports whether the scheduler puts each pod on its own node. A port of a container on the network
 * of the host is a port of the host.
 */
function keepsPodsApart({ value }: SetObject): boolean {
  const containers = objectsAt(value, ...podSpec, "containers");
  if (containers.some((container) => objectsAt(container, "ports").length > 0)) return true;
  const required = ["affinity", "podAntiAffinity", "requiredDuringSchedulingIgnoredDuringExecution"] as const;
  return objectsAt(value, ...podSpec, ...required).length > 0;
}
