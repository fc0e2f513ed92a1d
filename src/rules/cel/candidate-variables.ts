import { candidateSpecFields } from "../../core/api/coordination.ts";
import { candidateValidMs } from "../shared/candidate-life.ts";
import { type CandidateTime, isUnexpiredCandidate, takesPart } from "./candidate-life.ts";
import type { CelDefinedVariable } from "./cel-rule.ts";
import { changesAny, millisecond, textVariables, timeTextVariables } from "./field-variables.ts";
import { identityVariables } from "./pods.ts";

export function candidateVariables(clockSkewMicros: number): readonly CelDefinedVariable[] {
  return [
    ...timeTextVariables("pingTime"),
    ...["leaseName", "binaryVersion", "emulationVersion", "strategy"].flatMap((field) => textVariables(field)),
    { name: "strategies", expression: strategies("newSpec"), isCheap: true },
    { name: "oldStrategies", expression: strategies("oldSpec"), isCheap: true },
    ...identityVariables("candidate", "variables.name"),
    {
      name: "changesOtherThanPing",
      expression: changesAny(candidateSpecFields.filter((field) => field !== "pingTime")),
    },
    {
      name: "changesSpec",
      expression: "variables.changesOtherThanPing || variables.pingTime != variables.oldPingTime",
    },
    // True if the stored LeaseCandidate has not expired, even on a clock that is ahead by the skew.
    {
      name: "oldIsLive",
      expression: `variables.hasClock && variables.oldRenewTime != '' && variables.now + ${clockSkewMicros} < variables.oldRenewMicros + ${candidateValidMs * millisecond}`,
    },
    {
      name: "takesPart",
      expression: takesPart(timeOf("renew"), { isSet: "variables.pingTime != ''", text: "variables.pingTime" }),
    },
    {
      name: "changesVote",
      expression: `request.operation == 'CREATE' || variables.strategies != variables.oldStrategies || variables.binaryVersion != variables.oldBinaryVersion || !(${isUnexpiredCandidate(timeOf("oldRenew"))})`,
    },
  ];
}

function timeOf(prefix: "renew" | "oldRenew"): CandidateTime {
  return {
    isSet: `variables.${prefix}Time != ''`,
    text: `variables.${prefix}Time`,
    micros: `variables.${prefix}Micros`,
  };
}

function strategies(spec: string): string {
  return `request.kind.version == 'v1alpha1' ? variables.${spec}.?preferredStrategies.orValue([]) : [variables.${spec}.?strategy.orValue('')]`;
}
