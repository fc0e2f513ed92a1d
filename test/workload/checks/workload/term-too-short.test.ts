import { check } from "../../../../src/workload/checks/workload/term-too-short.ts";
import { manager, managerProgram } from "../../../harness/manager.ts";
import { testSetCheck } from "../../../harness/set-scene.ts";

const main = "Deployment/manager spec.template.spec.containers[0]";
const on = (...args: readonly string[]): object => manager({ args: ["--leader-elect", ...args] });
const vip = {
  ...managerProgram,
  name: "kube-vip",
  leaseDuration: { unit: "seconds", flags: ["lease-duration"] },
} as const;

testSetCheck(check, {
  reports: {
    "less than 5 seconds": {
      objects: [on("--lease-duration=4s", "--renew-deadline=3s", "--retry-period=1s")],
      at: `${main}.args[1]`,
      says: /^must be at least 5s/,
      remedy: /^--lease-duration=9s\n--renew-deadline=6s\n--retry-period=1s$/,
    },
    "less than 3 seconds for kube-vip": {
      objects: [on("--lease-duration=2")],
      programs: [vip],
      at: `${main}.args[1]`,
      says: /^must be at least 3s/,
    },
  },
  silent: {
    "5 seconds": { objects: [on("--lease-duration=5s", "--renew-deadline=3s", "--retry-period=1s")] },
    "3 seconds for kube-vip": { objects: [on("--lease-duration=3")], programs: [vip] },
    "a short default of the program": {
      objects: [on()],
      programs: [{ ...managerProgram, leaseDuration: { default: 2 } }],
    },
    "0 seconds, which some programs read as the default": { objects: [on("--lease-duration=0s")] },
    "an election that is off": { objects: [manager({ args: ["--lease-duration=1s"] })] },
    "a program whose facts are not verified": {
      objects: [on("--lease-duration=1s")],
      programs: [{ ...managerProgram, isVerified: false }],
    },
  },
});
