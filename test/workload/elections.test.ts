import { describe, expect, it } from "vitest";
import { formatPath } from "../../src/core/field/path.ts";
import { factsOf } from "../../src/workload/facts.ts";
import type { ElectionProgram } from "../../src/workload/program.ts";
import type { WorkloadElection } from "../../src/workload/workload-election.ts";
import { autoscaler, configMap, manager, managerProgram, variables } from "../harness/manager.ts";
import { setOf } from "../harness/set-scene.ts";

interface Read {
  readonly elections: readonly WorkloadElection[];
  readonly reasons: readonly string[];
}

async function read(objects: readonly object[], program: ElectionProgram = managerProgram): Promise<Read> {
  const { facts, notUnderstood } = await factsOf(setOf(objects), [program]);
  return { elections: facts.elections, reasons: notUnderstood.map(({ reason }) => reason) };
}

async function election(objects: readonly object[], program?: ElectionProgram): Promise<WorkloadElection> {
  const [first] = (await read(objects, program)).elections;
  if (first === undefined) throw new Error("no election");
  return first;
}

const configured = {
  ...managerProgram,
  leaseDuration: { unit: "go", flags: ["lease-duration"], keys: ["leaderElection.leaseDuration"], default: 15 },
} as const;
const mount = (volume: object, fields: object = {}): object => ({
  container: { volumeMounts: [{ name: "config", mountPath: "/etc/manager", ...fields }] },
  pod: { volumes: [{ name: "config", ...volume }] },
});
const byName = { configMap: { name: "config" } };
const map = (text: string): object => configMap("config", { "manager.yaml": text });
const keyRef = (key: string, more: object = {}): object => ({
  name: "LEADER_ELECT",
  valueFrom: { configMapKeyRef: { name: "settings", key, ...more } },
});
const settings = configMap("settings", { elect: "true", LEADER_ELECT: "true" });
const namespaceVariable = { name: "POD_NAMESPACE", valueFrom: { fieldRef: { fieldPath: "metadata.namespace" } } };

describe("the switch", () => {
  it.each<[string, readonly object[], boolean | undefined]>([
    ["the default", [manager()], false],
    ["a flag", [manager({ args: ["--leader-elect"] })], true],
    ["a flag with one dash", [manager({ args: ["-leader-elect=T"] })], true],
    ["the command", [manager({ command: ["/manager", "--leader-elect"] })], true],
    ["the arguments of a shell", [manager({ command: ["sh", "-c"], args: ["exec /manager --leader-elect;"] })], true],
    ["a shell that can add flags", [manager({ command: ["sh", "-c", "/manager $ARGS"] })], undefined],
    ["a shell that adds flags before the switch", [manager({ args: ["/manager $ARGS --leader-elect"] })], true],
    ["a word that is no boolean", [manager({ args: ["--leader-elect=maybe"] })], undefined],
    ["the last of two flags", [manager({ args: ["--leader-elect=false", "--leader-elect"] })], true],
    ["a variable", [manager({ env: variables({ LEADER_ELECT: "true" }) })], true],
    ["the last of two variables", [manager({ env: variables({ LEADER_ELECT: "1" }) })], true],
    ["an escaped reference", [manager({ args: ["--leader-elect=$$(A)"], env: variables({ A: "true" }) })], undefined],
    ["a reference", [manager({ args: ["--leader-elect=$(A)"], env: variables({ A: "true" }) })], true],
    ["a reference to a variable that does not exist", [manager({ args: ["--leader-elect=$(A)"] })], undefined],
    ["a reference in a variable", [manager({ env: variables({ A: "true", LEADER_ELECT: "$(A)" }) })], true],
    ["a key of a ConfigMap", [manager({ env: [keyRef("elect")] }), settings], true],
    ["a key that is missing", [manager({ env: [keyRef("other")] }), settings], undefined],
    ["an optional key that is missing", [manager({ env: [keyRef("other", { optional: true })] }), settings], false],
    ["an optional ConfigMap that is missing", [manager({ env: [keyRef("elect", { optional: true })] })], undefined],
    [
      "all keys of a ConfigMap",
      [manager({ container: { envFrom: [{ configMapRef: { name: "settings" } }] } }), settings],
      true,
    ],
    [
      "keys with a prefix",
      [
        manager({ container: { envFrom: [{ prefix: "LEADER_", configMapRef: { name: "settings" } }] } }),
        configMap("settings", { ELECT: "true" }),
      ],
      true,
    ],
    ["a Secret", [manager({ container: { envFrom: [{ secretRef: { name: "s" } }] } })], undefined],
    ["a file", [manager(mount(byName)), map("leaderElection:\n  leaderElect: true\n")], true],
    ["a flat key of a file", [manager(mount(byName)), map("leaderElection.leaderElect: true\n")], true],
    ["a file in JSON", [manager(mount(byName)), map('{"leaderElection": {"leaderElect": true}}')], true],
    ["a file that is not YAML", [manager(mount(byName)), map("a: [")], false],
    [
      "the file of a flag",
      [
        manager({ ...mount(byName), args: ["--config", "/etc/manager/manager.yaml"] }),
        map("leaderElection:\n  leaderElect: true\n"),
      ],
      true,
    ],
    ["a file that is not in the set", [manager({ args: ["--config=/etc/manager/manager.yaml"] })], undefined],
    ["a ConfigMap that is not in the set", [manager(mount(byName))], undefined],
    [
      "a part of a ConfigMap",
      [
        manager(mount({ projected: { sources: [{ configMap: { name: "config", items: [{ key: "other" }] } }] } })),
        map("leaderElection:\n  leaderElect: true\n"),
      ],
      false,
    ],
    [
      "a file and a flag that differ, because programs differ in which one applies",
      [manager({ ...mount(byName), args: ["--leader-elect"] }), map("leaderElection:\n  leaderElect: false\n")],
      undefined,
    ],
  ])("reads %s", async (_, objects, expected) => {
    expect((await election(objects)).isOn).toBe(expected);
  });

  it("is in one copy of a file that two workloads mount", async () => {
    const objects = [manager(mount(byName)), manager({ name: "other", ...mount(byName) })];
    const { elections } = await read([...objects, map("leaderElection:\n  leaderElect: true\n")]);
    const [one, other] = elections.map(({ configuration }) => configuration[0]?.value);
    expect(one).toEqual({ leaderElection: { leaderElect: true } });
    expect(other).toBe(one);
  });

  it.each([
    ["a flag", manager({ args: ["--enable-leader-election"] }), "--enable-leader-election"],
    ["a variable", manager({ env: variables({ LEADER_ELECTION_DISABLE: "true" }) }), "LEADER_ELECTION_DISABLE"],
  ])("is not known if the table does not contain %s of the program", async (_, object, setting) => {
    const reasons = [`the program table does not contain the setting ${setting} of example-manager`];
    for (const program of [managerProgram, { ...managerProgram, election: { kind: "none" } } as const]) {
      expect(await election([object], program)).toMatchObject({ isOn: undefined });
      expect((await read([object], program)).reasons).toEqual(reasons);
    }
  });

  it("is not known if two switches disagree", async () => {
    const switches = [{ flags: ["leader-elect"] }, { env: ["NO_ELECTION"], isNegated: true }] as const;
    const program = { ...managerProgram, election: { kind: "switch", default: false, switches } } as const;
    const objects = [manager({ args: ["--leader-elect"], env: variables({ NO_ELECTION: "true" }) })];
    expect(await election(objects, program)).toMatchObject({ isOn: undefined });
    expect((await read(objects, program)).reasons).toEqual(["two switches of the election disagree"]);
  });

  it("is known for a program that always or never elects a leader", async () => {
    expect((await election([manager()], { ...managerProgram, election: { kind: "always" } })).isOn).toBe(true);
    expect((await election([manager()], { ...managerProgram, election: { kind: "none" } })).isOn).toBe(false);
  });
});

describe("the durations", () => {
  const on = (...args: readonly string[]): object => manager({ args: ["--leader-elect", ...args] });

  it.each<[string, readonly object[], ElectionProgram | undefined, number | undefined]>([
    ["the default", [on()], undefined, 15],
    ["a flag", [on("--lease-duration=1m30s")], undefined, 90],
    ["a flag and the next word", [on("--lease-duration", "20s")], undefined, 20],
    ["digits without a unit", [on("--lease-duration=20")], undefined, undefined],
    ["a key of a file", [manager({ ...mount(byName) }), map("leaderElection: {leaseDuration: 20s}")], configured, 20],
    [
      "a file and a flag that differ",
      [manager({ ...mount(byName), args: ["--lease-duration=30s"] }), map("leaderElection: {leaseDuration: 20s}")],
      configured,
      undefined,
    ],
    ["a flag that the table does not contain", [on("--leader-elect-lease-duration=60s")], undefined, undefined],
    [
      "a duration that the program computes",
      [on("--renew=30s")],
      { ...managerProgram, leaseDuration: { unit: "go", flags: ["renew"], factor: 2, offset: 5 } },
      65,
    ],
  ])("are %s", async (_, objects, program, expected) => {
    expect((await election(objects, program)).timings.leaseDuration.seconds).toBe(expected);
  });

  it("have the field that sets them", async () => {
    const { timings } = await election([on("--lease-duration", "20s")]);
    expect(timings.leaseDuration.set).toMatchObject({ value: "20s", setting: "--lease-duration", place: "flag" });
    expect(formatPath(timings.leaseDuration.set?.path ?? [])).toBe("spec.template.spec.containers[0].args[1]");
    expect(timings.renewDeadline).toEqual({ seconds: 10, set: undefined });
  });
});

describe("the lock", () => {
  it.each<[string, object, Partial<ElectionProgram>, string]>([
    ["the default", manager(), {}, "team-a/example-lock"],
    ["flags", manager({ args: ["--lock-name=a", "--lock-namespace", "b"] }), {}, "b/a"],
    [
      "the namespace of the pod",
      manager({ args: ["--lock-namespace=$(POD_NAMESPACE)"], env: [namespaceVariable] }),
      { lockNamespace: { flags: ["lock-namespace"], default: "kube-system" } },
      "team-a/example-lock",
    ],
    ["a flag that the table does not contain", manager({ args: ["--leader-election-id=a"] }), {}, "team-a/unknown"],
    [
      "a namespace that the table does not contain",
      manager({ args: ["--leader-election-namespace=a"] }),
      {},
      "unknown/example-lock",
    ],
    ["a namespace that is not set", manager({ namespace: null }), {}, "unknown/example-lock"],
    [
      "a reference to a namespace that is not set",
      manager({ namespace: null, args: ["--lock-namespace=$(POD_NAMESPACE)"], env: [namespaceVariable] }),
      {},
      "unknown/example-lock",
    ],
    [
      "a required namespace that is not set",
      manager(),
      { lockNamespace: { env: ["POD_NAMESPACE"], isRequired: true } },
      "unknown/example-lock",
    ],
    [
      "a setting that changes the name",
      manager({ args: ["--instance=a"] }),
      { lockName: { default: "example-lock", unknownWith: { flags: ["instance"] } } },
      "team-a/unknown",
    ],
  ])("is %s", async (_, object, fields, lock) => {
    const found = await election([object], { ...managerProgram, ...fields });
    expect(`${found.lockNamespace ?? "unknown"}/${found.lockName ?? "unknown"}`).toBe(lock);
  });
});

it("reads the replicas from the autoscaler of the workload", async () => {
  expect((await election([manager(), autoscaler(5)])).replicas?.value).toBe(5);
  expect((await election([manager(), autoscaler(5, "other")])).replicas?.value).toBe(1);
  expect((await election([manager({ spec: { replicas: 3 } })])).replicas?.value).toBe(3);
});

it("reads the usual flags of an unknown program", async () => {
  const image = "registry.example/team/agent:v1";
  const found = await election([manager({ image, args: ["--leader-elect", "--leader-elect-renew-deadline=9s"] })]);
  expect(found).toMatchObject({ program: undefined, isOn: true, lockName: undefined, lockNamespace: undefined });
  expect(found.timings.renewDeadline.seconds).toBe(9);
  expect((await read([manager({ image })])).elections).toEqual([]);
});

describe("a workload that is not understood", () => {
  const image = "registry.example/team/agent:v1";

  it.each<[string, readonly object[], readonly string[]]>([
    ["an unknown image", [manager({ image })], [`the image ${image} is not in the program table`]],
    [
      "a known sidecar of an unknown program counts as understood",
      [manager({ pod: { containers: [{ image }, { image: "example/manager", args: ["--leader-elect"] }] } })],
      [],
    ],
    [
      "a ConfigMap that is not in the set",
      [manager({ env: [keyRef("elect")] })],
      ["the ConfigMap settings is not in the set"],
    ],
    [
      "two ConfigMaps with one name",
      [manager({ env: [keyRef("elect")] }), settings, settings],
      ["the set has 2 ConfigMaps settings in one namespace"],
    ],
    [
      "a Secret",
      [manager({ container: { envFrom: [{ secretRef: { name: "s" } }] } })],
      ["the Secret s can contain environment variables"],
    ],
    [
      "a namespace that is not set",
      [manager({ namespace: null, args: ["--leader-elect"] })],
      ["the workload sets no namespace"],
    ],
    ["a namespace that does not matter without an election", [manager({ namespace: null })], []],
    [
      "a switch with two meanings",
      [manager({ args: ["--leader-elect", "false"] })],
      ["--leader-elect false has two meanings: write --leader-elect=false"],
    ],
    ["a variable that is not set", [manager({ args: ["--leader-elect=$(NOPE)"] })], ["the variable NOPE is not set"]],
    ["an argument that is not set", [manager({ args: ["$(NOPE)"] })], ["the variable NOPE is not set"]],
    [
      "a variable that is not set, next to one that is",
      [manager({ args: ["--leader-elect=$(A)$(NOPE)"], env: variables({ A: "t" }) })],
      ["the variable NOPE is not set"],
    ],
    ["a command in a shell", [manager({ command: ["sh", "-c", "/manager $(args)"] })], ["a shell expands $(args)"]],
    ["an escaped reference", [manager({ args: ["--leader-elect=$$(A)"] })], ["a shell expands $$(A)"]],
    ["a variable of a shell", [manager({ command: ["sh", "-c", "/manager $ARGS"] })], ["a shell expands $ARGS"]],
    [
      "a patch",
      [manager(), manager({ image: "" })],
      ["the set contains a patch of the workload: check the rendered manifests"],
    ],
    ["a patch of another workload", [manager(), manager({ name: "other", image: "" })], []],
  ])("has a reason: %s", async (_, objects, reasons) => {
    expect((await read(objects)).reasons).toEqual(reasons);
  });

  it("can have facts that are not verified", async () => {
    const { elections, reasons } = await read([manager()], { ...managerProgram, isVerified: false });
    expect(elections).toHaveLength(1);
    expect(reasons).toEqual(["the program table contains no verified facts about example-manager"]);
  });
});
