import { check } from "../../../../src/workload/checks/workload/replicas-unsupported.ts";
import { autoscaler, manager, managerProgram } from "../../../harness/manager.ts";
import { testSetCheck } from "../../../harness/set-scene.ts";

const none = { ...managerProgram, election: { kind: "none" }, shardFlags: ["shard"] } as const;
const two = { spec: { replicas: 2 } } as const;

testSetCheck(check, {
  reports: {
    "two replicas": {
      objects: [manager(two)],
      programs: [none],
      at: "Deployment/manager spec.replicas",
      says: /^must be 1, because example-manager has no leader election/,
      remedy: /^replicas: 1$/,
    },
    "an autoscaler": {
      objects: [manager(), autoscaler(3)],
      programs: [none],
      at: "HorizontalPodAutoscaler/manager spec.maxReplicas",
      remedy: /^maxReplicas: 1$/,
    },
  },
  silent: {
    "one replica": { objects: [manager()], programs: [none] },
    "a program with an election": { objects: [manager(two)] },
    "replicas that divide the work": { objects: [manager({ ...two, args: ["--shard=0"] })], programs: [none] },
    "flags that are not in the set": {
      objects: [manager({ ...two, command: ["sh", "-c", "/manager $ARGS"] })],
      programs: [none],
    },
    "replicas that do no harm": { objects: [manager(two)], programs: [{ ...none, withoutElection: "safe" }] },
    "a flag of a version with an election": {
      objects: [manager({ ...two, args: ["--enable-leader-election"] })],
      programs: [none],
    },
    "a DaemonSet": { objects: [manager({ kind: "DaemonSet" })], programs: [none] },
    "an unknown program": { objects: [manager({ ...two, image: "registry.example/team/agent:v1" })] },
    "two autoscalers": {
      objects: [manager(), autoscaler(3), { ...autoscaler(5), metadata: { name: "other", namespace: "team-a" } }],
      programs: [none],
    },
    "a program whose facts are not verified": { objects: [manager(two)], programs: [{ ...none, isVerified: false }] },
  },
});
