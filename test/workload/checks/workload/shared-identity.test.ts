import { check } from "../../../../src/workload/checks/workload/shared-identity.ts";
import { configMap, type ManagerFields, manager, managerProgram, variables } from "../../../harness/manager.ts";
import { testSetCheck } from "../../../harness/set-scene.ts";

const named = { ...managerProgram, identity: { env: ["IDENTITY"], flags: ["identity"] } } as const;
const main = "Deployment/manager spec.template.spec.containers[0]";
const two = (fields: ManagerFields): object => manager({ spec: { replicas: 2 }, args: ["--leader-elect"], ...fields });
const podName = { name: "POD_NAME", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } };
const fromMap = { name: "IDENTITY", valueFrom: { configMapKeyRef: { name: "settings", key: "identity" } } };

testSetCheck(check, {
  reports: {
    "a variable": {
      objects: [two({ env: variables({ IDENTITY: "operator" }) })],
      programs: [named],
      at: `${main}.env[0].value`,
      says: /^must differ in each of the 2 replicas/,
      remedy: /fieldPath: metadata\.name$/,
    },
    "a flag": {
      objects: [two({ args: ["--leader-elect", "--identity=operator"] })],
      programs: [{ ...named, identity: { flags: ["identity"] } }],
      at: `${main}.args[1]`,
      remedy: /\n--identity=\$\(POD_NAME\)$/,
    },
    "a ConfigMap": {
      objects: [two({ env: [fromMap] }), configMap("settings", { identity: "operator" })],
      programs: [named],
      at: "ConfigMap/settings data[identity]",
    },
    "the name of the namespace": {
      objects: [two({ env: [{ name: "IDENTITY", valueFrom: { fieldRef: { fieldPath: "metadata.namespace" } } }] })],
      programs: [named],
      at: `${main}.env[0]`,
    },
  },
  silent: {
    "the name of the pod": { objects: [two({ env: [{ ...podName, name: "IDENTITY" }] })], programs: [named] },
    "a text with the name of the pod": {
      objects: [two({ env: [podName, { name: "IDENTITY", value: "operator-$(POD_NAME)" }] })],
      programs: [named],
    },
    "a value that is not in the set": { objects: [two({ env: [fromMap] })], programs: [named] },
    "one replica": {
      objects: [two({ env: variables({ IDENTITY: "operator" }), spec: {} })],
      programs: [named],
    },
    "a DaemonSet": {
      objects: [two({ kind: "DaemonSet", env: variables({ IDENTITY: "operator" }) })],
      programs: [named],
    },
    "an election that is off": {
      objects: [two({ args: [], env: variables({ IDENTITY: "operator" }) })],
      programs: [named],
    },
    "a program whose facts are not verified": {
      objects: [two({ env: variables({ IDENTITY: "operator" }) })],
      programs: [{ ...named, isVerified: false }],
    },
  },
});
