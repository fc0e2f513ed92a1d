import { check } from "../../../../src/workload/checks/workload/timing-not-a-duration.ts";
import { manager, managerProgram, variables } from "../../../harness/manager.ts";
import { testSetCheck } from "../../../harness/set-scene.ts";

const main = "Deployment/manager spec.template.spec.containers[0]";
const on = (...args: readonly string[]): object => manager({ args: ["--leader-elect", ...args] });
const inSeconds = {
  ...managerProgram,
  leaseDuration: { unit: "seconds", flags: ["lease-duration"], default: 15 },
} as const;
const inMilliseconds = {
  ...managerProgram,
  leaseDuration: { unit: "milliseconds", env: ["LEASE_DURATION"], default: 15 },
} as const;

testSetCheck(check, {
  reports: {
    "digits without a unit": {
      objects: [on("--lease-duration=15")],
      at: `${main}.args[1]`,
      says: /^must be a duration with a unit, such as 15s$/,
      remedy: /^--lease-duration=15s$/,
    },
    "a unit that Go does not read": { objects: [on("--renew-deadline=1d")], at: `${main}.args[1]` },
    "a flag without a value": { objects: [on("--retry-period=")], at: `${main}.args[1]` },
    "a flag of an election that is off, which the program still parses": {
      objects: [manager({ args: ["--lease-duration=15"] })],
      at: `${main}.args[0]`,
    },
    "a variable": {
      objects: [manager({ args: ["--leader-elect"], env: variables({ LEASE_DURATION: "30" }) })],
      at: `${main}.env[0].value`,
      remedy: /^- name: LEASE_DURATION\n {2}value: "30s"$/,
    },
    "a unit for a program that reads seconds": {
      objects: [on("--lease-duration=15s")],
      programs: [inSeconds],
      at: `${main}.args[1]`,
      says: /^must be a number of seconds without a unit/,
      remedy: /^--lease-duration=15$/,
    },
    "a unit for a program that reads milliseconds": {
      objects: [manager({ args: ["--leader-elect"], env: variables({ LEASE_DURATION: "15s" }) })],
      programs: [inMilliseconds],
      at: `${main}.env[0].value`,
      remedy: /value: "15000"$/,
    },
    "one flag for several durations, once": {
      objects: [on("--ttl=30")],
      programs: [
        {
          ...managerProgram,
          leaseDuration: { unit: "go", flags: ["ttl"] },
          renewDeadline: { unit: "go", flags: ["ttl"], factor: 0.5 },
        },
      ],
      at: `${main}.args[1]`,
    },
  },
  silent: {
    "durations of Go": { objects: [on("--lease-duration=1m0.5s", "--renew-deadline=40000ms", "--retry-period=.5s")] },
    "a program that reads seconds": { objects: [on("--lease-duration=15")], programs: [inSeconds] },
    "a program that reads milliseconds": {
      objects: [manager({ args: ["--leader-elect"], env: variables({ LEASE_DURATION: "15000" }) })],
      programs: [inMilliseconds],
    },
    "an unknown program": {
      objects: [manager({ image: "registry.example/team/agent:v1", args: ["--leader-elect-lease-duration=15"] })],
    },
    "a value that is not in the set": { objects: [on("--lease-duration=$(LEASE)")] },
    "an empty variable, which programs read as absent": {
      objects: [manager({ args: ["--leader-elect"], env: variables({ LEASE_DURATION: "" }) })],
    },
    "a variable of an election that is off": { objects: [manager({ env: variables({ LEASE_DURATION: "15" }) })] },
    "a program whose facts are not verified": {
      objects: [on("--lease-duration=15")],
      programs: [{ ...managerProgram, isVerified: false }],
    },
  },
});
