import { check } from "../../../../src/workload/checks/workload/replicas-without-election.ts";
import { autoscaler, configMap, manager, managerProgram, variables } from "../../../harness/manager.ts";
import { testSetCheck } from "../../../harness/set-scene.ts";

const two = { spec: { replicas: 2 } } as const;
const unknown = { image: "registry.example/team/agent:v1" } as const;
const main = "spec.template.spec.containers[0]";
const byKey = { name: "LEADER_ELECT", valueFrom: { configMapKeyRef: { name: "settings", key: "elect" } } };
const settings = configMap("settings", { elect: "false" });
const mounted = {
  container: { volumeMounts: [{ name: "config", mountPath: "/etc/manager" }] },
  pod: { volumes: [{ name: "config", configMap: { name: "config" } }] },
} as const;
const config = configMap("config", { "manager.yaml": "leaderElection:\n  leaderElect: false\n" });

testSetCheck(check, {
  reports: {
    "two replicas of a program whose election is off by default": {
      objects: [manager({ ...two })],
      at: `Deployment/manager ${main}`,
      says: /there can be 2 replicas.*example-manager does the same writes$/,
      remedy: /^--leader-elect=true$/,
    },
    "a flag that switches off": {
      objects: [manager({ ...two, args: ["--v=2", "--leader-elect=false"] })],
      at: `Deployment/manager ${main}.args[1]`,
      remedy: /^--leader-elect=true$/,
    },
    "a flag with one dash in the command of a StatefulSet": {
      objects: [manager({ ...two, kind: "StatefulSet", command: ["/manager", "-leader-elect=0"] })],
      at: `StatefulSet/manager ${main}.command[1]`,
      remedy: /^-leader-elect=true$/,
    },
    "an autoscaler": {
      objects: [manager({ args: ["--leader-elect=false"] }), autoscaler(5)],
      at: `Deployment/manager ${main}.args[0]`,
      says: /there can be 5 replicas/,
    },
    "a variable": {
      objects: [manager({ ...two, env: variables({ LEADER_ELECT: "false" }) })],
      at: `Deployment/manager ${main}.env[0].value`,
      remedy: /^- name: LEADER_ELECT\n {2}value: "true"$/,
    },
    "a variable from a ConfigMap of the set": {
      objects: [manager({ ...two, env: [byKey] }), settings],
      at: "ConfigMap/settings data[elect]",
    },
    "a flag with a variable": {
      objects: [manager({ ...two, args: ["--leader-elect=$(ELECT)"], env: variables({ ELECT: "false" }) })],
      at: `Deployment/manager ${main}.args[0]`,
    },
    "a configuration file": {
      objects: [manager({ ...two, ...mounted }), config],
      at: "ConfigMap/config data[manager.yaml]",
      remedy: /^leaderElection:\n {2}leaderElect: true$/,
    },
    "a configuration file with a flat key": {
      objects: [
        manager({ ...two, ...mounted }),
        configMap("config", { "a.yaml": "leaderElection.leaderElect: false" }),
      ],
      at: "ConfigMap/config data[a.yaml]",
      remedy: /^leaderElection\.leaderElect: true$/,
    },
    "a configuration file with a flat key next to the map, which the program reads": {
      objects: [
        manager({ ...two, ...mounted }),
        configMap("config", { "a.yaml": "leaderElection: { leaderElect: false }\nleaderElection.leaderElect: true" }),
      ],
      at: "ConfigMap/config data[a.yaml]",
      remedy: /^leaderElection:\n {2}leaderElect: true$/,
    },
    "a flag of an unknown program": {
      objects: [manager({ ...two, ...unknown, args: ["--leader-elect=false"] })],
      at: `Deployment/manager ${main}.args[0]`,
      severity: "warning",
      says: /every replica works as the leader$/,
    },
    "a flag of an unknown program that disables": {
      objects: [manager({ ...two, ...unknown, args: ["--disable-leader-election"] })],
      at: `Deployment/manager ${main}.args[0]`,
      severity: "warning",
      remedy: /^--disable-leader-election=false$/,
    },
  },
  silent: {
    "one replica": { objects: [manager()] },
    "an election that is on": { objects: [manager({ ...two, args: ["--leader-elect"] })] },
    "an election that a shell switches on": {
      objects: [manager({ ...two, command: ["sh", "-c", "exec /manager --leader-elect"] })],
    },
    "a shell that can add flags": { objects: [manager({ ...two, command: ["sh", "-c", "exec /manager $ARGS"] })] },
    "a flag that overrides a variable": {
      objects: [manager({ ...two, args: ["--leader-elect"], env: variables({ LEADER_ELECT: "false" }) })],
    },
    "a variable that overrides a file": {
      objects: [manager({ ...two, ...mounted, env: variables({ LEADER_ELECT: "true" }) }), config],
    },
    "a variable from a ConfigMap that is not in the set": { objects: [manager({ ...two, env: [byKey] })] },
    "a ConfigMap in another namespace": {
      objects: [manager({ ...two, env: [byKey] }), configMap("settings", { elect: "false" }, "team-b")],
    },
    "variables from a Secret": {
      objects: [manager({ ...two, container: { envFrom: [{ secretRef: { name: "settings" } }] } })],
    },
    "a file that is not in the set": { objects: [manager({ ...two, args: ["--config=/etc/manager.yaml"] })] },
    "a value with two meanings": { objects: [manager({ ...two, args: ["--leader-elect", "false"] })] },
    "a flag of another version of the program": { objects: [manager({ ...two, args: ["--enable-leader-election"] })] },
    "a DaemonSet": { objects: [manager({ kind: "DaemonSet", args: ["--leader-elect=false"] })] },
    "an unknown program without a flag": { objects: [manager({ ...two, ...unknown })] },
    "an unknown webhook": {
      objects: [manager({ ...two, ...unknown, name: "agent-webhook", args: ["--leader-elect=false"] })],
    },
    "a program whose replicas do no harm": {
      objects: [manager({ ...two, args: ["--leader-elect=false"] })],
      programs: [{ ...managerProgram, withoutElection: "safe" }],
    },
    "a program that divides the work": {
      objects: [manager({ ...two, args: ["--node-deployment"] })],
      programs: [{ ...managerProgram, shardFlags: ["node-deployment"] }],
    },
    "a program whose facts are not verified": {
      objects: [manager({ ...two, args: ["--leader-elect=false"] })],
      programs: [{ ...managerProgram, isVerified: false }],
    },
    "a patch of the workload": {
      objects: [manager({ ...two }), manager({ image: "", args: ["--leader-elect"], namespace: null })],
    },
  },
});
