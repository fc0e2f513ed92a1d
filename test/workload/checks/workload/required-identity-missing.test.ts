import { check } from "../../../../src/workload/checks/workload/required-identity-missing.ts";
import { manager, managerProgram, variables } from "../../../harness/manager.ts";
import { testSetCheck } from "../../../harness/set-scene.ts";

const args = ["--leader-elect"];
const needs = { ...managerProgram, identity: { env: ["POD_NAME"], isRequired: true } } as const;
const podName = { name: "POD_NAME", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } };
const main = "Deployment/manager spec.template.spec.containers[0]";

testSetCheck(check, {
  reports: {
    "no identity": {
      objects: [manager({ args })],
      programs: [needs],
      at: main,
      says: /^must set POD_NAME/,
      remedy: /^- name: POD_NAME\n {2}valueFrom:\n {4}fieldRef:\n {6}fieldPath: metadata\.name$/,
    },
    "an empty identity": {
      objects: [manager({ args, env: variables({ POD_NAME: "" }) })],
      programs: [needs],
      at: main,
    },
  },
  silent: {
    "the name of the pod": { objects: [manager({ args, env: [podName] })], programs: [needs] },
    "variables from a Secret": {
      objects: [manager({ args, container: { envFrom: [{ secretRef: { name: "settings" } }] } })],
      programs: [needs],
    },
    "a program with a default": {
      objects: [manager({ args })],
      programs: [{ ...needs, identity: { env: ["POD_NAME"] } }],
    },
    "an election that is off": { objects: [manager()], programs: [needs] },
    "an unknown program": { objects: [manager({ args, image: "registry.example/team/agent:v1" })], programs: [needs] },
    "a program whose facts are not verified": {
      objects: [manager({ args })],
      programs: [{ ...needs, isVerified: false }],
    },
  },
});
