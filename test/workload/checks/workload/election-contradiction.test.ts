import { check } from "../../../../src/workload/checks/workload/election-contradiction.ts";
import { configMap, manager, managerProgram, variables } from "../../../harness/manager.ts";
import { testSetCheck } from "../../../harness/set-scene.ts";

const main = "Deployment/manager spec.template.spec.containers[0]";
const agent = "registry.example/team/agent:v1";
const mounted = {
  container: { volumeMounts: [{ name: "config", mountPath: "/etc/manager.yaml", subPath: "manager.yaml" }] },
  pod: { volumes: [{ name: "config", configMap: { name: "config" } }] },
} as const;
const config = configMap("config", { "manager.yaml": "leaderElection:\n  leaderElect: false\n" });

testSetCheck(check, {
  reports: {
    "a flag and a variable": {
      objects: [manager({ args: ["--leader-elect=false"], env: variables({ LEADER_ELECT: "true" }) })],
      at: `${main}.env[0].value`,
      says: /: LEADER_ELECT and --leader-elect switch the election both on and off$/,
      remedy: /^delete LEADER_ELECT$/,
    },
    "a configuration file and a flag": {
      objects: [manager({ ...mounted, args: ["--config=/etc/manager.yaml", "--leader-elect"] }), config],
      at: "ConfigMap/config data[manager.yaml]",
    },
    "a flag twice": {
      objects: [manager({ args: ["--leader-elect=false", "--v=2", "--leader-elect"] })],
      at: `${main}.args[0]`,
      says: /: --leader-elect switches the election both on and off$/,
      remedy: /^delete --leader-elect here$/,
    },
    "a flag of an unknown program twice": {
      objects: [manager({ image: agent, args: ["--leader-elect", "--leader-elect=false"] })],
      at: `${main}.args[0]`,
    },
  },
  silent: {
    "switches that agree": {
      objects: [manager({ args: ["--leader-elect"], env: variables({ LEADER_ELECT: "true" }) })],
    },
    "a file that the flag does not name": {
      objects: [manager({ ...mounted, args: ["--config=/etc/other.yaml", "--leader-elect"] }), config],
    },
    "two containers": {
      objects: [
        manager({
          pod: {
            containers: ["true", "false"].map((value) => ({
              image: "example/manager",
              args: [`--leader-elect=${value}`],
            })),
          },
        }),
      ],
    },
    "two switches of an unknown program, which can belong to two elections": {
      objects: [manager({ image: agent, args: ["--leader-elect"], env: variables({ LEADER_ELECTION: "false" }) })],
    },
    "a program whose facts are not verified": {
      objects: [manager({ args: ["--leader-elect=false", "--leader-elect"] })],
      programs: [{ ...managerProgram, isVerified: false }],
    },
  },
});
