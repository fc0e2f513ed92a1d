import { check } from "../../../../src/workload/checks/workload/surge-without-election.ts";
import { autoscaler, type ManagerFields, manager, managerProgram } from "../../../harness/manager.ts";
import { testSetCheck } from "../../../harness/set-scene.ts";

const at = "Deployment/manager spec.strategy";
const surge = (maxSurge: number | string): ManagerFields => ({ spec: { strategy: { rollingUpdate: { maxSurge } } } });

testSetCheck(check, {
  reports: {
    "the default strategy": {
      objects: [manager()],
      at,
      says: /^must have the type Recreate: example-manager elects no leader/,
      remedy: /type: Recreate/,
    },
    "a flag that switches off": { objects: [manager({ args: ["--leader-elect=false"], ...surge("10%") })], at },
    "a program that has no election": {
      objects: [manager()],
      programs: [{ ...managerProgram, election: { kind: "none" } }],
      at,
    },
  },
  silent: {
    "an election": { objects: [manager({ args: ["--leader-elect"] })] },
    "the type Recreate": { objects: [manager({ spec: { strategy: { type: "Recreate" } } })] },
    "no surge": { objects: [manager(surge(0))] },
    "several replicas, which another check reports": { objects: [manager({ spec: { replicas: 2 } })] },
    "no replicas": { objects: [manager({ spec: { replicas: 0 } })] },
    "an autoscaler": { objects: [manager(), autoscaler(2)] },
    "replicas that do no harm": { objects: [manager()], programs: [{ ...managerProgram, withoutElection: "safe" }] },
    "a StatefulSet": { objects: [manager({ kind: "StatefulSet" })] },
    "an unknown program": {
      objects: [manager({ image: "registry.example/team/agent:v1", args: ["--leader-elect=false"] })],
    },
    "a program whose facts are not verified": {
      objects: [manager()],
      programs: [{ ...managerProgram, isVerified: false }],
    },
  },
});
