import { describe, expect, it } from "vitest";
import type { HubByKind } from "../../src/api/coordination.ts";
import { deniedAfterDates, type Learned } from "../../src/learn/learn.ts";
import { type ObservedWrite, observe } from "../../src/learn/observed-write.ts";
import type { UserInfo } from "../../src/rules/rule.ts";
import type { ApiObject, Spec } from "../election/api-object.ts";
import { deniedByDesign } from "../election/denied-by-design.ts";
import { elections } from "../election/elections.ts";
import { podsOf, workloads } from "../election/pod-participants.ts";
import { denialsOf, learnFrom } from "./learned-from.ts";
import { type Program, trafficOf } from "./simulated-traffic.ts";

/** Returns a program that runs in a separate namespace. */
function inNamespace(namespace: string, participants: Program["participants"] = []): Program {
  return { participants, namespace };
}

/**
 * Eight programs with different libraries and workloads, each in a separate namespace. Argo CD and
 * Velero also write the Leases of the first four.
 */
const eight: readonly Program[] = [
  ...Object.values(workloads)
    .slice(0, 4)
    .map((workload, turn) => inNamespace(`program-${turn + 1}`, podsOf(workload, turn))),
  inNamespace("program-5", elections["coordinated election"]?.participants),
  inNamespace("program-6", elections["all libraries"]?.participants),
  inNamespace("program-7", elections["heartbeats"]?.participants),
  inNamespace("program-8", deniedByDesign["kube-lease-manager (Rust)"]?.participants),
];

/** The first half hour of the programs, from which a policy is learned, and their later writes. */
interface Traffic {
  readonly recorded: readonly ObservedWrite[];
  readonly later: readonly ObservedWrite[];
}

function halfHour(seed: number): Traffic {
  const traffic = trafficOf(eight, { seed, runs: 8 });
  const end = (traffic[0]?.time.getTime() ?? 0) + 30 * 60_000;
  const isEarly = ({ time }: ObservedWrite): boolean => time.getTime() < end;
  return { recorded: traffic.filter(isEarly), later: traffic.filter((write) => !isEarly(write)) };
}

/**
 * Traffic in which Velero restores a Lease of each of the first four programs in the first half
 * hour, and again later.
 */
const { recorded, later } = halfHour(18);

/** Returns the writers of each namespace. */
function writersOf(writes: readonly ObservedWrite[]): ReadonlySet<string> {
  return new Set(writes.map(({ namespace, user }) => `${user?.username} in ${namespace}`));
}

/** Returns the writes with other strings, such as the names of the pods of another ReplicaSet. */
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
  const last = later.findLast(({ namespace, operation }) => namespace === "program-1" && operation === "UPDATE")?.submission;
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
  const upgrade = replaced(
    later,
    [/"metadata":\{/g, '"metadata":{"managedFields":[{"manager":"renamed","operation":"Update"}],'],
    ...([
      [/"1\.36\.0"/g, '"1.37.0"'],
      [/"1\.35\.0"/g, '"1.36.0"'],
    ] as const),
  );

  it("has learned the writers of each program", () => {
    const writers = learned.policy.rules.find(({ id }) => id === "metadata/writer-allowed");
    expect(writers?.scopes.length).toBeGreaterThanOrEqual(eight.length);
    expect(later.length).toBeGreaterThan(1000);
    for (const changed of [rollout, upgrade]) expect(JSON.stringify(changed)).not.toEqual(JSON.stringify(later));
  });

  it("finds no suspicious writer", () => expect(suspiciousIn(learned)).toEqual([]));

  it("has seen Velero restore a Lease of each program that it restores later", () => {
    const restored = (writes: readonly ObservedWrite[]) => [...writersOf(writes)].filter((writer) => writer.includes("velero")).toSorted();
    expect(restored(recorded).length).toBe(4);
    expect(restored(later)).toEqual(restored(recorded));
  });

  it.each([
    ["the recorded writes", recorded],
    ["the later writes", later],
    ["the writes after a rollout", rollout],
    ["the writes after an upgrade with new versions and field managers", upgrade],
    ["the repairs of an administrator with kubectl", repairs({ username: "root", groups: ["kubeadm:cluster-admins"] })],
    ["the repairs of a member of system:masters", repairs({ username: "kubernetes-admin", groups: ["system:masters"] })],
  ])("denies none of %s", (_, writes) => expect(denialsOf(learned, writes)).toEqual([]));
});

/** Returns the users whose writes look like an attack. All users in this traffic are legitimate. */
function suspiciousIn({ suspicions }: Learned): readonly string[] {
  return suspicions.filter(({ role }) => role === "suspicious").map(({ user, namespace }) => `${user} in ${namespace}`);
}

/**
 * Reports whether a write empties the holder of a Lease, as client-go also does to its successor.
 */
function isRelease({ operation, object }: ObservedWrite): boolean {
  return operation === "UPDATE" && !(object as HubByKind["Lease"]).spec.holderIdentity;
}

describe("policies from other half hours of eight programs", () => {
  it.each([1, 2, 3, 12, 13, 22])("deny only what no recording can teach: %d", async (seed) => {
    const traffic = halfHour(seed);
    const learned = await learnFrom(traffic.recorded);
    const known = writersOf(traffic.recorded);
    const denied = deniedAfterDates(learned.policy);
    const unexpected = traffic.later.filter((write) => {
      const [writer = ""] = writersOf([write]);
      const ids = denied(write).filter((id) => id !== "lease/written-by-its-holder" || !isRelease(write));
      return ids.length > 0 && known.has(writer);
    });
    expect(suspiciousIn(learned)).toEqual([]);
    expect(unexpected).toEqual([]);
  });
});
