import { check } from "../../../../src/workload/checks/workload/outage-tolerance.ts";
import { manager, managerProgram } from "../../../harness/manager.ts";
import { testSetCheck } from "../../../harness/set-scene.ts";

const main = "Deployment/manager spec.template.spec.containers[0]";
const on = (...args: readonly string[]): object => manager({ args: ["--leader-elect", ...args] });

testSetCheck(check, {
  reports: {
    "one retry before the deadline": {
      objects: [on("--lease-duration=8s", "--renew-deadline=5s", "--retry-period=2s")],
      at: `${main}.args[1]`,
      says: /these durations survive 2s, and after a crash another replica takes over within 10s$/,
      remedy: /^--lease-duration=9s\n--renew-deadline=6s\n--retry-period=1s$/,
    },
    "no retry before the deadline": {
      objects: [on("--retry-period=6s")],
      at: `${main}.args[1]`,
      says: /these durations survive 0s/,
    },
  },
  silent: {
    "the durations of CSI sidecars": { objects: [on("--retry-period=5s")] },
    "the defaults of a program": {
      objects: [on()],
      programs: [{ ...managerProgram, retryPeriod: { default: 8 } }],
    },
    "an unknown duration": { objects: [on("--retry-period=$(RETRY)", "--lease-duration=8s")] },
    "an election that is off": { objects: [manager({ args: ["--retry-period=6s"] })] },
    "durations in the wrong order, which another check reports": { objects: [on("--retry-period=20s")] },
    "a program whose facts are not verified": {
      objects: [on("--retry-period=6s")],
      programs: [{ ...managerProgram, isVerified: false }],
    },
  },
});
