import { becomeReady, createNode, createRunningPod, identity, plantLease, writeLease } from "./audited-cluster.ts";
import { fromNow } from "./lease-spec.ts";
import { expectStatus, type World } from "./world.ts";

/**
 * The time of the audit in seconds after the faults are planted. Some checks report only pods and
 * Leases that are older than an hour.
 */
export const auditedAfter = 7200;

/** The term of a Lease that a client still holds at the time of the audit, in seconds. */
const longTerm = 4 * 3600;

/** The ids of the findings about each Lease. */
export type Expected = Readonly<Record<string, readonly string[]>>;

/** A ReplicaSet's pod, as Kubernetes names it. */
const podOf = (workload: string, suffix = "x2x4z"): string => `${workload}-6d4b8f7c9d-${suffix}`;

/**
 * Plants elections with one fault each, which an audit finds in `auditedAfter` seconds. Returns the
 * finding about each Lease. `team` and `other` are empty namespaces.
 */
export async function plantElections(world: World, team: string, other: string): Promise<Expected> {
  const readyPod = async (namespace: string, name: string): Promise<string> => {
    await createRunningPod(world, namespace, name);
    await becomeReady(world, namespace, name);
    return identity(name);
  };
  const held = {
    leaseDurationSeconds: longTerm,
    acquireTime: fromNow(-600),
    renewTime: fromNow(0),
    leaseTransitions: 1,
  };
  const expired = { ...held, leaseDurationSeconds: 15, renewTime: fromNow(-300) };
  const gone = podOf("gone", "b7b8c");

  await readyPod(team, podOf("released"));
  await plantLease(world, [team, "released"], { ...expired, leaseDurationSeconds: 1, holderIdentity: "" });
  await readyPod(team, podOf("expired"));
  await plantLease(world, [team, "expired"], { ...expired, holderIdentity: identity(podOf("expired", "b7b8c")) });
  await plantLease(world, [team, "hung"], { ...expired, holderIdentity: await readyPod(team, podOf("hung")) });
  await plantLease(world, [team, "gone"], { ...expired, holderIdentity: identity(gone) });
  await plantLease(world, [team, "unknown"], { ...expired, holderIdentity: "web-0" });
  await createNode(world, "worker-7");
  await plantLease(world, [team, "of-node"], { ...expired, holderIdentity: "worker-7" });
  await plantLease(world, [team, "blocked"], { ...held, holderIdentity: "a", leaseDurationSeconds: 2_147_483_647 });
  await plantLease(world, [team, "future"], { ...held, holderIdentity: "a", renewTime: fromNow(auditedAfter + 600) });
  await plantLease(world, [team, "coordinated"], { ...held, holderIdentity: "a", strategy: "OldestEmulationVersion" });
  await plantLease(world, [team, "by-hand"], {
    ...held,
    leaseDurationSeconds: (longTerm * 3) / 4,
    holderIdentity: "a",
  });
  const annotations = { state: "x".repeat(20_000) };
  await plantLease(world, [team, "large"], { ...held, holderIdentity: "a" }, { annotations });
  const owned = podOf("owned");
  const ownerReferences = [{ apiVersion: "v1", kind: "Pod", name: owned, uid: "5cd04d5e-0d2c-4a3b-9a51-3f7c1c7f2b6e" }];
  await plantLease(
    world,
    [team, "owned"],
    { ...held, holderIdentity: await readyPod(team, owned) },
    { ownerReferences },
  );
  const shared = [await readyPod(team, podOf("blue")), await readyPod(team, podOf("green"))] as const;
  await plantLease(world, [team, "shared"], { ...held, holderIdentity: shared[0] });
  for (const [namespace, suffix] of [
    [team, "b7b8c"],
    [other, "kx9wz"],
  ] as const)
    await plantLease(world, [namespace, "twin"], {
      ...held,
      holderIdentity: await readyPod(team, podOf("twin", suffix)),
    });
  await plantCandidate(world, team);

  return {
    [`${team}/released`]: ["audit/leaderless"],
    [`${team}/expired`]: ["audit/leaderless"],
    [`${team}/hung`]: ["audit/leader-hung"],
    [`${team}/gone`]: ["audit/holder-gone"],
    [`${team}/unknown`]: ["audit/holder-unknown"],
    [`${team}/of-node`]: ["audit/holder-unknown"],
    [`${team}/blocked`]: ["audit/election-blocked"],
    [`${team}/future`]: ["audit/renewed-in-future"],
    [`${team}/coordinated`]: ["audit/coordinated-without-candidate"],
    [`${team}/by-hand`]: ["audit/renewed-by-kubectl"],
    [`${team}/large`]: ["audit/annotations-large"],
    [`${team}/owned`]: ["audit/owner-gone"],
    [`${team}/shared`]: ["audit/lock-shared"],
    [`${team}/twin`]: ["audit/two-leaders"],
    [`${other}/twin`]: ["audit/two-leaders"],
    [`${team}/abandoned`]: ["audit/candidate-abandoned"],
  };
}

/** Makes the writes that show some of the faults only in a second listing. */
export async function writeElections(world: World, team: string): Promise<void> {
  await writeLease(world, [team, "by-hand"], "kubectl-edit", { renewTime: fromNow(0) });
  await writeLease(world, [team, "shared"], "shared", {
    holderIdentity: identity(podOf("green")),
    acquireTime: fromNow(0),
    renewTime: fromNow(0),
    leaseTransitions: 2,
  });
}

/**
 * Creates a LeaseCandidate whose owner does not respond. kube-apiserver deletes LeaseCandidates that
 * were not renewed for 30 minutes when its election controllers start, and elects one that was just
 * renewed.
 */
async function plantCandidate({ api }: World, namespace: string): Promise<void> {
  const path = `/apis/coordination.k8s.io/v1beta1/namespaces/${namespace}/leasecandidates`;
  const spec = {
    ...{ leaseName: "nothing", binaryVersion: "1.36.0", emulationVersion: "1.36.0" },
    ...{ strategy: "OldestEmulationVersion", renewTime: fromNow(-1200) },
  };
  expectStatus(201, await api.call("POST", path, { body: { metadata: { name: "abandoned" }, spec } }));
}
