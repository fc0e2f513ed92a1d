import { describe, expect, it } from "vitest";
import { deniedAfterDates, type Learned } from "../../src/learn/learn.ts";
import { leaseSpecOf, type ObservedWrite, observe } from "../../src/recording/observed-write.ts";
import type { UserInfo } from "../../src/rules/rule.ts";
import { writerPod } from "../../src/rules/shared/pod-names.ts";
import type { ApiObject, Spec } from "../election/api-object.ts";
import { podsOf, workloads } from "../election/pod-participants.ts";
import { eightPrograms, halfHour } from "./eight-programs.ts";
import { denialsOf, learnFrom } from "./learned-from.ts";
import { trafficOf } from "./simulated-traffic.ts";

/** Returns the writes with other texts, such as the names of the pods of another ReplicaSet. */
function replaced(
  writes: readonly ObservedWrite[],
  ...texts: readonly (readonly [RegExp, string])[]
): readonly ObservedWrite[] {
  return writes.flatMap(({ submission }) => {
    if (submission === undefined) return [];
    const { change, context } = submission;
    const json = texts.reduce(
      (text, [from, to]) => text.replaceAll(from, to),
      JSON.stringify({ change, user: context.user }),
    );
    const parsed = JSON.parse(json) as { readonly change: typeof change; readonly user: typeof context.user };
    return [observe({ ...submission, change: parsed.change, context: { ...context, user: parsed.user } })];
  });
}

/** Returns the writes by pods of other ReplicaSets. */
function rolledOut(writes: readonly ObservedWrite[]): readonly ObservedWrite[] {
  return replaced(writes, [/-5d78c9869d-/g, "-6c5b7d8f9b-"], [/-7d9f6c8b5d-/g, "-558bd4d5db-"]);
}

/** Returns the writes with a new field manager and new versions of the candidates. */
function upgraded(writes: readonly ObservedWrite[]): readonly ObservedWrite[] {
  return replaced(
    writes,
    [/"metadata":\{/g, '"metadata":{"managedFields":[{"manager":"renamed","operation":"Update"}],'],
    [/"1\.36\.0"/g, '"1.37.0"'],
    [/"1\.35\.0"/g, '"1.36.0"'],
  );
}

/**
 * Returns repairs of a Lease, a second and an hour after the last of its renewals, and its
 * deletion.
 */
function repairs(writes: readonly ObservedWrite[], user: UserInfo): readonly ObservedWrite[] {
  const last = writes.findLast(
    ({ namespace, operation }) => namespace === "program-1" && operation === "UPDATE",
  )?.submission;
  if (last?.change.operation !== "UPDATE") throw new Error("must have an update");
  const oldObject = last.change.object as ApiObject;
  const contexts = [1, 3_600].map((seconds) => ({
    ...last.context,
    now: new Date(last.context.now.getTime() + seconds * 1000),
    user,
  }));
  const specs: readonly Spec[] = [
    { holderIdentity: "" },
    { holderIdentity: "maintenance" },
    { leaseDurationSeconds: 1 },
    { strategy: null },
    { renewTime: null },
    { leaseTransitions: 0 },
  ];
  const updates = specs.map(
    (spec) =>
      ({ operation: "UPDATE", oldObject, object: { ...oldObject, spec: { ...oldObject.spec, ...spec } } }) as const,
  );
  const changes = [...updates, { operation: "DELETE", oldObject } as const];
  return contexts.flatMap((context) => changes.map((change) => observe({ ...last, change, context })));
}

/** Returns the namespaces with writes. */
function namespacesOf(writes: readonly ObservedWrite[]): ReadonlySet<string> {
  return new Set(writes.map(({ namespace }) => namespace));
}

/** Returns the writers of each namespace. */
function writersOf(writes: readonly ObservedWrite[]): ReadonlySet<string> {
  return new Set(writes.map(({ namespace, user }) => `${user?.username} in ${namespace}`));
}

/** Returns the users whose writes look like an attack. All users in this traffic are legitimate. */
function suspiciousIn({ notable }: Learned): readonly string[] {
  return notable.filter(({ role }) => role === "suspicious").map(({ user, namespace }) => `${user} in ${namespace}`);
}

/** Returns the held-back writes that a policy from the earlier writes denies. */
function heldBackIn({ heldBack }: Learned): readonly (readonly unknown[])[] {
  return [...(heldBack?.denied.denied.values() ?? [])].map(({ namespace, user, writes, rules }) => [
    namespace,
    user,
    writes,
    ...rules.keys(),
  ]);
}

/**
 * Reports whether a pod empties the holder of a Lease that another pod holds. client-go does so
 * when it stops after another pod has taken over its Lease. Such a write harms the new leader.
 */
function isForeignRelease({ kind, operation, object, oldObject, user }: ObservedWrite): boolean {
  const [spec, old] = [leaseSpecOf(kind, object), leaseSpecOf(kind, oldObject)];
  const pod = user && writerPod(user);
  return (
    operation === "UPDATE" &&
    !spec?.holderIdentity &&
    pod !== undefined &&
    old?.holderIdentity?.includes(pod.name) === false
  );
}

/** Reports whether a pod deletes a Lease. In this traffic, no pod deletes its own Lease. */
function isDeletion({ kind, operation }: ObservedWrite): boolean {
  return kind === "Lease" && operation === "DELETE";
}

const seeds = Array.from({ length: 20 }, (_, index) => index + 1);

/** The number of denied releases of another pod's Lease, for each seed with such a release. */
const foreignReleases: Readonly<Record<number, number>> = {
  2: 1,
  4: 3,
  5: 1,
  6: 1,
  8: 1,
  10: 1,
  12: 2,
  14: 1,
  16: 1,
  18: 1,
  19: 3,
};

describe("policies from half an hour of eight programs", () => {
  it.each(seeds)("deny no later write except a release of another pod's Lease: %d", async (seed) => {
    const { recorded, later } = halfHour(seed);
    expect(namespacesOf(recorded).size).toBe(eightPrograms.length + 1);
    expect(namespacesOf(later)).toEqual(namespacesOf(recorded));
    expect([...writersOf(later)].filter((writer) => !writersOf(recorded).has(writer))).toEqual([]);

    const learned = await learnFrom(recorded);
    const denied = deniedAfterDates(learned.policy);
    expect(suspiciousIn(learned)).toEqual([]);
    // Argo CD deletes the Lease of a running leader, which the profile `strict` denies by design.
    for (const [, , , ...rules] of heldBackIn(learned)) expect(rules).toEqual(["lease/written-by-its-holder"]);
    expect(
      denialsOf(
        learned,
        recorded.filter((write) => !isDeletion(write)),
      ),
    ).toEqual([]);
    for (const writes of [later, rolledOut(later), upgraded(later)]) {
      const deniedWrites = writes.filter((write) => !isDeletion(write) && denied(write).length > 0);
      expect(deniedWrites.filter((write) => !isForeignRelease(write))).toEqual([]);
      expect(deniedWrites.flatMap(denied)).toEqual(
        Array.from({ length: foreignReleases[seed] ?? 0 }, () => "lease/written-by-its-holder"),
      );
    }
    for (const administrator of [
      { username: "root", groups: ["kubeadm:cluster-admins"] },
      { username: "kubernetes-admin", groups: ["system:masters"] },
    ])
      expect(denialsOf(learned, repairs(later, administrator))).toEqual([]);
  });

  it("have the writers of each program", async () => {
    const { recorded } = halfHour(1);
    const { policy } = await learnFrom(recorded);
    const writers = policy.rules.find(({ id }) => id === "metadata/writer-allowed");
    expect(writers?.scopes.length).toBeGreaterThanOrEqual(eightPrograms.length);
  });

  it("are tested with writes that a rollout and an upgrade change", () => {
    const { later } = halfHour(1);
    for (const changed of [rolledOut(later), upgraded(later)])
      expect(JSON.stringify(changed)).not.toEqual(JSON.stringify(later));
  });
});

const backup: UserInfo = { username: "system:serviceaccount:backup:backup", groups: ["system:serviceaccounts"] };

/** Returns updates by the user `backup`, which labels the held Leases of two programs. */
function labelings(writes: readonly ObservedWrite[]): readonly ObservedWrite[] {
  return ["program-1", "program-2"].flatMap((namespace) => {
    const last = writes.findLast((write) => write.namespace === namespace && write.operation === "UPDATE")?.submission;
    if (last?.change.operation !== "UPDATE") return [];
    const oldObject = last.change.object as ApiObject;
    const object = { ...oldObject, metadata: { ...oldObject.metadata, labels: { "velero.io/backup": "daily" } } };
    const change = { operation: "UPDATE", object, oldObject } as const;
    return [observe({ ...last, change, context: { ...last.context, user: backup } })];
  });
}

const deniedLabelings = ["program-1", "program-2"].map(
  (namespace) => `metadata/writer-allowed ${backup.username} UPDATE ${namespace}/controller`,
);

describe("a policy from half an hour of eight programs", () => {
  const { recorded, later } = halfHour(1);

  it("denies a client that wrote nothing before", async () => {
    const learned = await learnFrom(recorded);
    expect(denialsOf(learned, [...later, ...labelings(later)])).toEqual(deniedLabelings);
  });

  it("allows a client that first wrote in the last fifth, of which the report says that its writes would have been denied", async () => {
    const learned = await learnFrom([...recorded, ...labelings(recorded)]);
    expect(heldBackIn(learned)).toEqual(
      ["program-1", "program-2"].map((namespace) => [namespace, backup.username, 1, "metadata/writer-allowed"]),
    );
    expect(learned.notable.filter(({ user }) => user === backup.username).map(({ role }) => role)).toEqual([
      "unexplained",
      "unexplained",
    ]);
    expect(denialsOf(learned, [...later, ...labelings(later)])).toEqual([]);
  });

  it("allows a program that starts later", async () => {
    const [workload] = Object.values(workloads).slice(4);
    const participants = workload === undefined ? [] : podsOf(workload, 4);
    const ninth = trafficOf([{ participants, namespace: "program-9" }], { seed: 1, runs: 8 });
    expect(ninth.length).toBeGreaterThan(100);
    expect(denialsOf(await learnFrom(recorded), ninth)).toEqual([]);
  });
});
