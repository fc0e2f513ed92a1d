import { expect, it } from "vitest";
import { electionSwitch } from "../../src/workload/election-switch.ts";

const withArgs = (...args: readonly string[]): object => ({ spec: { containers: [{ args }] } });
const withEnv = (name: string, value: string): object => ({ spec: { containers: [{ env: [{ name, value }] }] } });

it.each([
  ["the flag of kubebuilder", withArgs("--leader-elect"), true],
  ["a flag before another flag", withArgs("--leader-elect", "--v=2"), true],
  ["a flag before a word that Go does not read", withArgs("--leader-elect", "false"), undefined],
  ["a flag before a word that agrees", withArgs("--leader-elect", "true"), true],
  ["the flag of CSI side cars", withArgs("--leader-election=true"), true],
  ["an older flag", withArgs("--enable-leader-election=false"), false],
  ["a flag with one dash", withArgs("-enable-leader-election"), true],
  ["a flag that disables", withArgs("--disable-leader-election"), false],
  ["a flag that does not disable", withArgs("--disable-leader-election=false"), true],
  ["the arguments of a shell", withArgs("-c", "exec /manager --leader-elect=false"), false],
  ["a command", { spec: { containers: [{ command: ["/manager", "--leader-elect=0"] }] } }, false],
  ["the variable of Karpenter", withEnv("DISABLE_LEADER_ELECTION", "true"), false],
  ["the variable of Argo Workflows", withEnv("LEADER_ELECTION_DISABLE", "true"), false],
  ["the variable of Strimzi", withEnv("STRIMZI_LEADER_ELECTION_ENABLED", "false"), false],
  ["the variable of kube-vip", withEnv("vip_leaderelection", "true"), true],
  [
    "a variable from a ConfigMap",
    { spec: { containers: [{ env: [{ name: "LEADER_ELECTION", valueFrom: {} }] }] } },
    undefined,
  ],
  ["no container", {}, undefined],
  ["another flag", withArgs("--leader-election-id=a", "--leader-elect-lease-duration=15s"), undefined],
  ["a flag of a part of the program", withArgs("--webhook-leader-elect=false"), undefined],
  ["a flag with a text", withArgs("--leader-election=kube-system"), undefined],
  [
    "containers that differ",
    { spec: { containers: [{ args: ["--leader-election"] }, { args: ["--leader-election=false"] }] } },
    undefined,
  ],
  [
    "containers that agree",
    { spec: { containers: [{ args: ["--leader-election"] }, { args: ["--leader-election"] }, {}] } },
    true,
  ],
])("reads %s", (_, pod, expected) => {
  expect(electionSwitch(pod)).toBe(expected);
});
