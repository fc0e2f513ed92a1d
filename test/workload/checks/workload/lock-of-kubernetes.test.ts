import { check } from "../../../../src/workload/checks/workload/lock-of-kubernetes.ts";
import { configMap, type ManagerFields, manager, managerProgram } from "../../../harness/manager.ts";
import { testSetCheck } from "../../../harness/set-scene.ts";

const main = "spec.template.spec.containers[0]";
const agent = { image: "registry.example/team/agent:v1", namespace: "kube-system" } as const;
const flags = (name: string, namespace = "kube-system"): readonly string[] => [
  "--leader-elect",
  `--leader-elect-resource-name=${name}`,
  `--leader-elect-resource-namespace=${namespace}`,
];
const scheduler = (fields: ManagerFields = {}): object =>
  manager({
    ...agent,
    name: "batch",
    args: ["--config=/etc/scheduler/config.yaml"],
    container: { volumeMounts: [{ name: "config", mountPath: "/etc/scheduler" }] },
    pod: { volumes: [{ name: "config", configMap: { name: "config" } }] },
    ...fields,
  });
const config = (text: string, schedulerName = "batch-scheduler"): object =>
  configMap(
    "config",
    { "config.yaml": `kind: KubeSchedulerConfiguration\nprofiles: [{schedulerName: ${schedulerName}}]\n${text}\n` },
    "kube-system",
  );
const on = "leaderElection: {leaderElect: true}";

testSetCheck(check, {
  reports: {
    "a flag": {
      objects: [manager({ ...agent, args: flags("kube-controller-manager") })],
      at: `Deployment/manager ${main}.args[1]`,
      says: /^must not use the lock kube-system\/kube-controller-manager/,
      remedy: /^--leader-elect-resource-name=manager$/,
    },
    "a second scheduler with the name of the lock": {
      objects: [
        scheduler(),
        config("leaderElection: {leaderElect: true, resourceName: kube-scheduler, resourceNamespace: kube-system}"),
      ],
      at: "ConfigMap/config data[config.yaml]",
      remedy: /^leaderElection:\n {2}resourceName: batch$/,
    },
    "a second scheduler with the default": {
      objects: [scheduler(), config("")],
      at: "ConfigMap/config data[config.yaml]",
    },
    "a second scheduler with the image of kube-scheduler": {
      objects: [scheduler({ image: "registry.k8s.io/kube-scheduler:v1.37.0" }), config(on)],
      at: "ConfigMap/config data[config.yaml]",
    },
  },
  silent: {
    "a name of its own": { objects: [manager({ ...agent, args: flags("agent") })] },
    "another namespace": { objects: [manager({ ...agent, args: flags("kube-scheduler", "team-a") })] },
    "an election that is off": {
      objects: [manager({ ...agent, args: ["--leader-elect=false", ...flags("kube-scheduler").slice(1)] })],
    },
    "kube-scheduler as a Deployment": {
      objects: [manager({ image: "registry.k8s.io/kube-scheduler:v1.37.0", args: flags("kube-scheduler") })],
    },
    "another image for kube-scheduler": {
      objects: [manager({ ...agent, name: "kube-scheduler", args: flags("kube-scheduler") })],
    },
    "a configuration of the default scheduler": { objects: [scheduler(), config(on, "default-scheduler")] },
    "a second scheduler without an election": {
      objects: [scheduler(), config("leaderElection: {leaderElect: false}")],
    },
    "a second scheduler with its own lock": {
      objects: [scheduler(), config("leaderElection: {leaderElect: true, resourceName: batch}")],
    },
    "a second scheduler whose flag names its lock": {
      objects: [
        scheduler({ args: ["--config=/etc/scheduler/config.yaml", "--leader-elect-resource-name=batch"] }),
        config(on),
      ],
    },
    "a second scheduler in its own namespace": {
      objects: [scheduler(), config("leaderElection: {leaderElect: true, resourceNamespace: team-a}")],
    },
    "a configuration that is not in the set": { objects: [scheduler()] },
    "a cloud controller manager": {
      objects: [manager({ ...agent, args: flags("cloud-controller-manager") })],
    },
    "a program whose facts are not verified": {
      objects: [manager({ namespace: "kube-system", args: ["--leader-elect", "--lock-name=kube-scheduler"] })],
      programs: [{ ...managerProgram, isVerified: false }],
    },
  },
});
