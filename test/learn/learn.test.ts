import { describe, expect, it } from "vitest";
import { deniedAfterDates, type Learned, learn } from "../../src/learn/learn.ts";
import { type ObservedWrite, observe } from "../../src/learn/observed-write.ts";
import { policyText } from "../../src/learn/policy-text.ts";
import { defaultAdministrators } from "../../src/policy/policy.ts";
import { readPolicy } from "../../src/policy-file/read-policy.ts";
import type { UserInfo } from "../../src/rules/rule.ts";
import type { ApiObject, Spec } from "../election/api-object.ts";
import { deniedByDesign } from "../election/denied-by-design.ts";
import { elections } from "../election/elections.ts";
import { type Act, at, submissionsOf, term } from "../election/history.ts";
import { coordinatedPodsOf, coordinatedWorkloads, podsOf, workloads } from "../election/pod-participants.ts";
import { type Program, trafficOf } from "./simulated-traffic.ts";

const options = { administrators: defaultAdministrators, holdBack: 0.2 };

async function learnFrom(writes: readonly ObservedWrite[]): Promise<Learned> {
  const learned = await learn(() => writes, options);
  if (learned === undefined) throw new Error("must have writes");
  return learned;
}

/** Returns the rules that deny a write after all dates, with the user and the object of the write. */
function denialsOf(learned: Learned, writes: readonly ObservedWrite[]): readonly string[] {
  const denied = deniedAfterDates(learned.policy);
  const texts = writes.flatMap((write) =>
    denied(write).map((id) => `${id} ${write.user?.username} ${write.operation} ${write.namespace}/${write.name}`),
  );
  return [...new Set(texts)];
}

const programs: Readonly<Record<string, Program>> = {
  ...elections,
  ...Object.fromEntries(Object.entries(workloads).map(([title, workload], turn) => [title, { participants: podsOf(workload, turn) }])),
  ...Object.fromEntries(
    Object.entries(coordinatedWorkloads).map(([title, workload]) => [
      `${title}, coordinated`,
      { participants: coordinatedPodsOf(workload) },
    ]),
  ),
  ...Object.fromEntries(Object.entries(deniedByDesign).map(([title, election]) => [`${title}, by design`, election])),
};

describe("a policy from a simulated election", () => {
  it.each(Object.entries(programs))("denies none of the writes that it was learned from: %s", async (_, program) => {
    const writes = trafficOf([program], { seed: 1, runs: 4 });
    const learned = await learnFrom(writes);
    expect(denialsOf(learned, writes)).toEqual([]);
    expect(learned.suspicions.filter(({ role }) => role === "suspicious")).toEqual([]);
    expect(readPolicy([{ file: "policy.yaml", text: policyText(learned.policy) }]).ok).toBe(true);
  });
});

/** Returns a program that runs in a namespace of its own. */
function inNamespace(namespace: string, participants: Program["participants"] = []): Program {
  return { participants, namespace };
}

/** Reports whether a participant writes in each half hour, as Velero does not. */
function isFrequent({ title }: Program["participants"][number]): boolean {
  return title !== "Velero";
}

/** Eight programs with different libraries and workloads, each in a namespace of its own. */
const eight: readonly Program[] = [
  ...Object.values(workloads)
    .slice(0, 4)
    .map((workload, turn) => inNamespace(`program-${turn + 1}`, podsOf(workload, turn).filter(isFrequent))),
  inNamespace("program-5", elections["coordinated election"]?.participants),
  inNamespace("program-6", elections["all libraries"]?.participants),
  inNamespace("program-7", elections["heartbeats"]?.participants),
  inNamespace("program-8", deniedByDesign["kube-lease-manager (Rust)"]?.participants),
];

/** The first half hour of the programs, from which a policy is learned, and their later writes. */
const traffic = trafficOf(eight, { seed: 7, runs: 8 });
const begin = traffic[0]?.time.getTime() ?? 0;
const [recorded, later] = [traffic.filter(isEarly), traffic.filter((write) => !isEarly(write))];

function isEarly({ time }: ObservedWrite): boolean {
  return time.getTime() < begin + 30 * 60_000;
}

/** Returns the writes with other texts, such as the names of the pods of another ReplicaSet. */
function replaced(writes: readonly ObservedWrite[], ...texts: readonly (readonly [RegExp, string])[]): readonly ObservedWrite[] {
  return writes.flatMap(({ submission }) => {
    if (submission === undefined) return [];
    const { change, context } = submission;
    const json = texts.reduce((text, [from, to]) => text.replaceAll(from, to), JSON.stringify({ change, user: context.user }));
    const parsed = JSON.parse(json) as { readonly change: typeof change; readonly user: typeof context.user };
    return [observe({ ...submission, change: parsed.change, context: { ...context, user: parsed.user } })];
  });
}

/** Returns repairs of a Lease an hour after its last renewal, and its deletion. */
function repairs(user: UserInfo): readonly ObservedWrite[] {
  const last = traffic.findLast(({ namespace, operation }) => namespace === "program-1" && operation === "UPDATE")?.submission;
  if (last?.change.operation !== "UPDATE") throw new Error("must have an update");
  const oldObject = last.change.object as ApiObject;
  const context = { ...last.context, now: new Date(last.context.now.getTime() + 3_600_000), user };
  const specs: readonly Spec[] = [
    { holderIdentity: "" },
    { holderIdentity: "maintenance" },
    { leaseDurationSeconds: 1 },
    { strategy: null },
  ];
  const updates = specs.map(
    (spec) => ({ operation: "UPDATE", oldObject, object: { ...oldObject, spec: { ...oldObject.spec, ...spec } } }) as const,
  );
  return [...updates, { operation: "DELETE", oldObject } as const].map((change) => observe({ ...last, change, context }));
}

describe("a policy from half an hour of eight programs", async () => {
  const learned = await learnFrom(recorded);
  const rollout = replaced(later, [/-5d78c9869d-/g, "-6c5b7d8f9b-"], [/-7d9f6c8b5d-/g, "-558bd4d5db-"]);
  const upgrade = replaced(later, [/"metadata":\{/g, '"metadata":{"managedFields":[{"manager":"renamed","operation":"Update"}],']);

  it("has learned the writers of each program", () => {
    const writers = learned.policy.rules.find(({ id }) => id === "metadata/writer-allowed");
    expect(writers?.scopes.length).toBeGreaterThanOrEqual(eight.length);
    expect(later.length).toBeGreaterThan(1000);
    expect(JSON.stringify(rollout)).not.toEqual(JSON.stringify(later));
  });

  it.each([
    ["the recorded writes", recorded],
    ["the later writes", later],
    ["the writes after a rollout", rollout],
    ["the writes after an upgrade that renames the field manager", upgrade],
    ["the repairs of an administrator with kubectl", repairs({ username: "root", groups: ["kubeadm:cluster-admins"] })],
    ["the repairs of a member of system:masters", repairs({ username: "kubernetes-admin", groups: ["system:masters"] })],
  ])("denies none of %s", (_, writes) => expect(denialsOf(learned, writes)).toEqual([]));
});

const mallory: UserInfo = { username: "system:serviceaccount:team-b:mallory", groups: ["system:serviceaccounts"] };

/** Attacks in the middle of the recorded writes: the writes of other users at that time. */
const attacks: Readonly<Record<string, readonly Act[]>> = {
  "takes over a live lease and renews it": [
    { at: 0, spec: term("mallory", 0, 9), by: mallory },
    ...[5, 10, 15, 20].map((seconds) => ({ at: seconds, spec: { ...term("mallory", 0, 9), renewTime: at(seconds) }, by: mallory })),
  ],
  "releases a live lease": [{ at: 0, spec: { ...term("", 0, 9), leaseDurationSeconds: 1 }, by: mallory }],
  "lengthens the term of another user": [{ at: 0, spec: { ...term("controller-1", 0, 9), leaseDurationSeconds: 3_600 }, by: mallory }],
};

describe("a recording with an attack", () => {
  const held: readonly Act[] = Array.from({ length: 40 }, (_, index) => ({
    at: -200 + index * 5,
    spec: { ...term("controller-1", -200, 9), renewTime: at(-200 + index * 5) },
  }));

  it.each(Object.entries(attacks))("teaches nothing about the client that %s", async (_, acts) => {
    const writes = submissionsOf({ acts: [...held, ...acts] }).map(observe);
    const learned = await learnFrom(writes);
    expect(learned.suspicions).toMatchObject([{ user: mallory.username, role: "suspicious" }]);
    expect(JSON.stringify([learned.policy.rules, learned.policy.exemptions])).not.toContain("mallory");
    expect(learned.policy.notes.join("\n")).toContain(mallory.username);
    const denied = deniedAfterDates(learned.policy);
    expect(writes.filter((write) => denied(write).length > 0).map(({ user }) => user)).toEqual(acts.map(({ by }) => by));
  });
});
