import { check } from "../../../../src/workload/checks/workload/readiness-waits-for-leader.ts";
import { type ManagerFields, manager, managerProgram } from "../../../harness/manager.ts";
import { testSetCheck } from "../../../harness/set-scene.ts";

const gated = { ...managerProgram, leaderProbe: { path: "/", ports: ["http", 9090] } } as const;
const probe = (path: string, port: string | number): object => ({ readinessProbe: { httpGet: { path, port } } });
const on = (fields: ManagerFields = {}): object =>
  manager({ args: ["--leader-elect"], container: probe("/", "http"), ...fields });
const rolling = (replicas: number, rollingUpdate: object): ManagerFields => ({
  spec: { replicas, strategy: { type: "RollingUpdate", rollingUpdate } },
});
const at = "Deployment/manager spec.strategy";

testSetCheck(check, {
  reports: {
    "the default strategy": {
      objects: [on()],
      programs: [gated],
      at,
      says: /^must have the type Recreate: a new pod of example-manager is ready only as the leader/,
      remedy: /^strategy:\n {2}type: Recreate\n {2}rollingUpdate: null$/,
    },
    "the number of the port": { objects: [on({ container: probe("/", 9090) })], programs: [gated], at },
    "fewer unavailable pods than replicas": {
      objects: [on(rolling(2, { maxUnavailable: 1 }))],
      programs: [gated],
      at,
    },
    "a percentage that is rounded down": {
      objects: [on(rolling(2, { maxUnavailable: "99%" }))],
      programs: [gated],
      at,
    },
  },
  silent: {
    "the type Recreate": { objects: [on({ spec: { strategy: { type: "Recreate" } } })], programs: [gated] },
    "as many unavailable pods as replicas": {
      objects: [on(rolling(2, { maxUnavailable: "100%" }))],
      programs: [gated],
    },
    "no surge of one replica, so that the old pod stops first": {
      objects: [on(rolling(1, { maxSurge: 0 }))],
      programs: [gated],
    },
    "another probe": { objects: [on({ container: probe("/readyz", "http") })], programs: [gated] },
    "another port": { objects: [on({ container: probe("/", 8081) })], programs: [gated] },
    "no probe": { objects: [on({ container: {} })], programs: [gated] },
    "a program whose probe every replica passes": { objects: [on()] },
    "an election that is off": { objects: [on({ args: [] })], programs: [gated] },
    "a StatefulSet, which stops the old pod first": { objects: [on({ kind: "StatefulSet" })], programs: [gated] },
    "a program whose facts are not verified": { objects: [on()], programs: [{ ...gated, isVerified: false }] },
  },
});
