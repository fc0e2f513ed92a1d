import { check } from "../../../../src/workload/checks/workload/timing-order.ts";
import { configMap, manager, managerProgram, variables } from "../../../harness/manager.ts";
import { testSetCheck } from "../../../harness/set-scene.ts";

const main = "Deployment/manager spec.template.spec.containers[0]";
const on = (...args: readonly string[]): object => manager({ args: ["--leader-elect", ...args] });
const unknown = (...args: readonly string[]): object => manager({ image: "registry.example/team/agent:v1", args });
const [fabric8, other] = (["fabric8", "other"] as const).map((library) => ({ ...managerProgram, library }));
const milliseconds = {
  ...managerProgram,
  leaseDuration: { unit: "milliseconds", env: ["LEASE_MS"], default: 15 },
  renewDeadline: { unit: "milliseconds", env: ["RENEW_MS"], default: 10 },
} as const;
const fromMap = { name: "RENEW_DEADLINE", valueFrom: { configMapKeyRef: { name: "settings", key: "renew" } } };

testSetCheck(check, {
  reports: {
    "a lease duration below the default renew deadline": {
      objects: [on("--lease-duration=8s")],
      at: `${main}.args[1]`,
      says: /^must be greater than the renew deadline of 10s: otherwise the program stops at its start$/,
      remedy: /^--lease-duration=9s\n--renew-deadline=6s\n--retry-period=1s$/,
    },
    "a lease duration that is equal to the renew deadline": {
      objects: [on("--lease-duration=10s")],
      at: `${main}.args[1]`,
    },
    "a renew deadline above the lease duration": {
      objects: [on("--lease-duration", "30s", "--renew-deadline", "1m")],
      at: `${main}.args[3]`,
      says: /^must be less than the lease duration of 30s/,
      remedy: /^--lease-duration=30s\n--renew-deadline=20s\n--retry-period=4s$/,
    },
    "a retry period of which 1.2 times is the renew deadline": {
      objects: [on("--renew-deadline=12s", "--retry-period=10s")],
      at: `${main}.args[2]`,
      says: /1\.2 times the period is less than the renew deadline of 12s/,
    },
    "a renew deadline below 1.2 times the default retry period": {
      objects: [on("--renew-deadline=2s")],
      at: `${main}.args[1]`,
      says: /^must be greater than 1\.2 times the retry period of 2s/,
    },
    "the durations of CSI sidecars in a program with fabric8": {
      objects: [on("--retry-period=5s")],
      programs: [{ ...managerProgram, ...fabric8 }],
      at: `${main}.args[1]`,
      says: /2\.2 times/,
    },
    "variables in milliseconds": {
      objects: [manager({ args: ["--leader-elect"], env: variables({ LEASE_MS: "15000", RENEW_MS: "20000" }) })],
      programs: [milliseconds],
      at: `${main}.env[1].value`,
      remedy: /^- name: LEASE_MS\n {2}value: "15000"\n- name: RENEW_MS\n {2}value: "10000"\n/,
    },
    "a variable from a ConfigMap": {
      objects: [manager({ args: ["--leader-elect"], env: [fromMap] }), configMap("settings", { renew: "15s" })],
      at: "ConfigMap/settings data[renew]",
      remedy: /^--lease-duration=15s\nrenew: "10s"\n/,
    },
    "an unknown program": {
      objects: [unknown("--leader-elect-lease-duration=10s", "--leader-elect-renew-deadline=15s")],
      at: `${main}.args[1]`,
      says: /: otherwise another replica can take over before the leader gives up$/,
      remedy: /^--leader-elect-lease-duration=10s\n--leader-elect-renew-deadline=6s$/,
    },
    "an unknown program that never retries": {
      objects: [unknown("-leader-election-renew-deadline=5s", "-leader-election-retry-period=5s")],
      at: `${main}.args[1]`,
      says: /the leader gives up before a second attempt/,
    },
  },
  silent: {
    "the defaults": { objects: [on()] },
    "a deadline just above 1.2 times the retry period": {
      objects: [on("--renew-deadline=12.000000001s", "--retry-period=10s")],
    },
    "the durations of CSI sidecars": { objects: [on("--retry-period=5s")] },
    "durations of OpenShift": {
      objects: [on("--lease-duration=137s", "--renew-deadline=1m47s", "--retry-period=26s")],
    },
    "an election that is off": { objects: [manager({ args: ["--lease-duration=8s"] })] },
    "a duration that does not parse": { objects: [on("--lease-duration=8")] },
    "a duration of 0, which some programs read as the default": { objects: [on("--lease-duration=0s")] },
    "a duration that is not in the set": { objects: [manager({ args: ["--leader-elect"], env: [fromMap] })] },
    "one duration of an unknown program": { objects: [unknown("--leader-elect-lease-duration=5s")] },
    "a retry period of an unknown program, which can have its own rule": {
      objects: [unknown("--leader-elect-renew-deadline=11s", "--leader-elect-retry-period=10s")],
    },
    "a library with its own rule": { objects: [on("--retry-period=10s")], programs: [{ ...managerProgram, ...other }] },
    "durations that are derived from one setting": {
      objects: [on("--ttl=5s")],
      programs: [
        {
          ...managerProgram,
          leaseDuration: { unit: "go", flags: ["ttl"], default: 30 },
          renewDeadline: { unit: "go", flags: ["ttl"], factor: 0.5, default: 15 },
          retryPeriod: { unit: "go", flags: ["ttl"], factor: 0.25, default: 7.5 },
        },
      ],
    },
    "a program whose facts are not verified": {
      objects: [on("--lease-duration=8s")],
      programs: [{ ...managerProgram, isVerified: false }],
    },
  },
});
