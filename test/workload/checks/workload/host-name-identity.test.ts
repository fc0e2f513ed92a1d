import { check } from "../../../../src/workload/checks/workload/host-name-identity.ts";
import { type ManagerFields, manager, managerProgram } from "../../../harness/manager.ts";
import { testSetCheck } from "../../../harness/set-scene.ts";

const byHost = { ...managerProgram, identity: "host-name" } as const;
const on = ({ pod, ...fields }: ManagerFields = {}): object =>
  manager({ args: ["--leader-elect"], pod: { hostNetwork: true, ...pod }, ...fields });
const required = [{ topologyKey: "kubernetes.io/hostname", labelSelector: {} }];
const at = "Deployment/manager spec.strategy";

testSetCheck(check, {
  reports: {
    "the default strategy": {
      objects: [on()],
      programs: [byHost],
      at,
      says: /^must have the type Recreate or maxSurge 0: the holder identity of example-manager is the name of the node/,
      remedy: /maxSurge: 0/,
    },
    "a surge of several pods": {
      objects: [on({ spec: { replicas: 2, strategy: { rollingUpdate: { maxSurge: 2 } } } })],
      programs: [byHost],
      at,
    },
    "two containers of a pod, once": {
      objects: [
        on({
          pod: {
            hostNetwork: true,
            containers: ["one", "two"].map((name) => ({ name, image: "example/manager", args: ["--leader-elect"] })),
          },
        }),
      ],
      programs: [byHost],
      at,
    },
  },
  silent: {
    "the network of the pod": { objects: [on({ pod: { hostNetwork: false } })], programs: [byHost] },
    "the type Recreate": { objects: [on({ spec: { strategy: { type: "Recreate" } } })], programs: [byHost] },
    "no surge": {
      objects: [on({ spec: { strategy: { rollingUpdate: { maxSurge: 0 } } } })],
      programs: [byHost],
    },
    "a port, which is a port of the host": {
      objects: [on({ container: { ports: [{ containerPort: 8080 }] } })],
      programs: [byHost],
    },
    "a required anti-affinity": {
      objects: [
        on({ pod: { affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: required } } } }),
      ],
      programs: [byHost],
    },
    "an identity with a random part": { objects: [on()], programs: [{ ...byHost, identity: "host-name-uuid" }] },
    "a StatefulSet": { objects: [on({ kind: "StatefulSet" })], programs: [byHost] },
    "an election that is off": { objects: [on({ args: [] })], programs: [byHost] },
    "a program whose facts are not verified": { objects: [on()], programs: [{ ...byHost, isVerified: false }] },
  },
});
