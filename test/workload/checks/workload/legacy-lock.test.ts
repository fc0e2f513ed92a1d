import { check } from "../../../../src/workload/checks/workload/legacy-lock.ts";
import { configMap, manager, managerProgram } from "../../../harness/manager.ts";
import { testSetCheck } from "../../../harness/set-scene.ts";

const main = "Deployment/manager spec.template.spec.containers[0]";
const on = (...args: readonly string[]): object => manager({ args: ["--leader-elect", ...args] });
const mounted = {
  container: { volumeMounts: [{ name: "config", mountPath: "/etc/manager" }] },
  pod: { volumes: [{ name: "config", configMap: { name: "config" } }] },
} as const;
const config = configMap("config", {
  "manager.yaml": "leaderElection:\n  leaderElect: true\n  resourceLock: configmaps\n",
});

testSetCheck(check, {
  reports: {
    "a lock in Endpoints": {
      objects: [on("--leader-elect-resource-lock=endpoints")],
      at: `${main}.args[1]`,
      says: /^must be leases/,
      remedy: /^--leader-elect-resource-lock=leases$/,
    },
    "a lock in two objects": {
      objects: [on("--leader-elect-resource-lock", "endpointsleases")],
      at: `${main}.args[1]`,
    },
    "a flag of old CSI sidecars": { objects: [on("--leader-election-type=configmaps")], at: `${main}.args[1]` },
    "a configuration file": {
      objects: [manager({ ...mounted, args: ["--leader-elect"] }), config],
      at: "ConfigMap/config data[manager.yaml]",
      remedy: /^leaderElection:\n {2}resourceLock: leases$/,
    },
    "an unknown program": {
      objects: [
        manager({ image: "registry.example/team/agent:v1", args: ["--leader-elect-resource-lock=configmapsleases"] }),
      ],
      at: `${main}.args[0]`,
    },
  },
  silent: {
    "a Lease": { objects: [on("--leader-elect-resource-lock=leases")] },
    "no setting": { objects: [on()] },
    "an election that is off": { objects: [manager({ args: ["--leader-elect-resource-lock=endpoints"] })] },
    "a value that is not in the set": { objects: [on("--leader-elect-resource-lock=$(LOCK)")] },
    "a program whose facts are not verified": {
      objects: [on("--leader-elect-resource-lock=endpoints")],
      programs: [{ ...managerProgram, isVerified: false }],
    },
  },
});
