import { check } from "../../../../src/workload/checks/workload/timing-truncated.ts";
import { manager, managerProgram } from "../../../harness/manager.ts";
import { testSetCheck } from "../../../harness/set-scene.ts";

const main = "Deployment/manager spec.template.spec.containers[0]";
const on = (...args: readonly string[]): object => manager({ args: ["--leader-elect", ...args] });

testSetCheck(check, {
  reports: {
    "a part of a second": {
      objects: [on("--lease-duration=15.5s")],
      at: `${main}.args[1]`,
      says: /the Lease contains 15s, and another replica can take over that much earlier$/,
      remedy: /^--lease-duration=16s$/,
    },
    "less than a second": {
      objects: [on("--lease-duration=999ms")],
      at: `${main}.args[1]`,
      says: /the Lease contains 0s, and kube-apiserver rejects a duration of 0$/,
    },
  },
  silent: {
    "whole seconds in another unit": { objects: [on("--lease-duration=15000ms")] },
    "a part of a second in another duration": { objects: [on("--renew-deadline=9.5s", "--retry-period=1500ms")] },
    "an election that is off": { objects: [manager({ args: ["--lease-duration=1500ms"] })] },
    "a program whose facts are not verified": {
      objects: [on("--lease-duration=15.5s")],
      programs: [{ ...managerProgram, isVerified: false }],
    },
  },
});
