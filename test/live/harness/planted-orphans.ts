import { objectsAt } from "../../../src/core/api/fields.ts";
import { createNode, createRunningPod, identity, plantLease, writeLease } from "./audited-cluster.ts";
import { nodeLeases } from "./healthy-cluster.ts";
import { fromNow } from "./lease-spec.ts";
import { expectStatus, type World } from "./world.ts";

const long = -9000;

/**
 * Creates one object for each check that needs only one listing, and for a rule. Returns the ids of
 * the expected findings of each object. Also creates a Lease without findings, whose holder has
 * just resumed leading. `team` and `other` are empty namespaces.
 */
export async function plantOrphans(
  world: World,
  team: string,
  other: string,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const [pod, hung] = ["web-6d4b8f7c9d-x2x4z", "hung-6d4b8f7c9d-x2x4z"];
  const held = {
    leaseDurationSeconds: 15,
    acquireTime: fromNow(2 * long),
    renewTime: fromNow(long),
    leaseTransitions: 1,
  };
  await createRunningPod(world, team, hung);
  await createRunningPod(world, team, "twin-6d4b8f7c9d-b7b8c");
  await createRunningPod(world, team, "twin-6d4b8f7c9d-kx9wz");
  await createNode(world, "worker-2");
  await createNode(world, "worker-3");
  await plantLease(world, [team, "gone"], { ...held, holderIdentity: identity(pod) });
  await plantLease(world, [team, "gone-without-uuid"], { ...held, holderIdentity: pod });
  await plantLease(world, [team, "unknown"], { ...held, holderIdentity: "web-0" });
  await plantLease(world, [team, "hung"], { ...held, holderIdentity: identity(hung) });
  await plantResumed(world, [team, "resumed"], held);
  await plantLease(world, [team, "blocked"], { ...held, holderIdentity: "a", leaseDurationSeconds: 2_147_483_647 });
  await plantLease(world, [team, "count"], { ...held, holderIdentity: "a", leaseTransitions: 2_147_483_647 });
  await plantLease(world, [team, "future"], { ...held, holderIdentity: "a", renewTime: fromNow(3600) });
  await plantLease(
    world,
    [team, "large"],
    { ...held, holderIdentity: "a" },
    { annotations: { state: "x".repeat(20_000) } },
  );
  await plantLease(world, [team, "placeholder"], { ...held, holderIdentity: "localhost" });
  await plantUntracked(world, team, "bare");
  for (const [namespace, twin] of [
    [team, "twin-6d4b8f7c9d-b7b8c"],
    [other, "twin-6d4b8f7c9d-kx9wz"],
  ] as const) {
    const leads = { leaseDurationSeconds: 3600, renewTime: fromNow(0) };
    await plantLease(world, [namespace, "twin"], { ...leads, holderIdentity: identity(twin) });
    await plantLease(world, [namespace, "twin-without-uuid"], { ...leads, holderIdentity: twin });
  }
  await plantLease(world, [nodeLeases, "worker-9"], {
    holderIdentity: "worker-9",
    leaseDurationSeconds: 40,
    renewTime: fromNow(long),
  });
  await plantLease(world, [nodeLeases, "worker-2"], {
    holderIdentity: "worker-2",
    leaseDurationSeconds: 40,
    renewTime: fromNow(0),
  });
  await plantLease(world, [nodeLeases, "worker-3"], {
    holderIdentity: "worker-3",
    leaseDurationSeconds: 40,
    renewTime: fromNow(long),
  });
  await createNode(world, "worker-4");
  await plantLease(world, [nodeLeases, "worker-4"], {
    holderIdentity: "worker-8",
    leaseDurationSeconds: 40,
    renewTime: fromNow(0),
  });
  await plantLease(world, [team, "idle"], { ...held, holderIdentity: identity("idle-6d4b8f7c9d-b7b8c") });
  await backdate(world, [team, "idle"]);
  await plantLease(world, [team, "without-candidate"], {
    ...held,
    holderIdentity: "a",
    strategy: "OldestEmulationVersion",
  });
  const owner = { apiVersion: "v1", kind: "Node", name: "worker-4", uid: "11111111-2222-3333-4444-555555555555" };
  const leads = { leaseDurationSeconds: 7200, acquireTime: fromNow(2 * long), renewTime: fromNow(0) };
  await plantLease(world, [team, "owned"], { ...leads, holderIdentity: "a" }, { ownerReferences: [owner] });
  await plantRenewedByHand(world, [team, "by-hand"], { ...leads, holderIdentity: "a" });
  const labels = { "apiserver.kubernetes.io/identity": "kube-apiserver" };
  const server = { ...held, holderIdentity: identity("apiserver-abc"), leaseDurationSeconds: 3600 };
  await plantLease(world, ["kube-system", "apiserver-abc"], server, { labels });
  const ownerReferences = [
    { apiVersion: "apps/v1", kind: "Deployment", name: "owner", uid: await oldOwner(world, team) },
  ];
  await plantLease(world, [team, "owned-by-workload"], { ...leads, holderIdentity: "a" }, { ownerReferences });
  const candidate = {
    leaseName: "nothing",
    binaryVersion: "1.36.0",
    emulationVersion: "1.36.0",
    strategy: "OldestEmulationVersion",
  };
  const path = `/apis/coordination.k8s.io/v1beta1/namespaces/${team}/leasecandidates`;
  const spec = { ...candidate, renewTime: fromNow(long) };
  expectStatus(201, await world.api.call("POST", path, { body: { metadata: { name: "abandoned" }, spec } }));

  return {
    [`${team}/gone`]: ["audit/holder-gone"],
    [`${team}/gone-without-uuid`]: ["audit/holder-gone"],
    [`${team}/unknown`]: ["audit/holder-unknown"],
    [`${team}/hung`]: ["audit/leader-hung"],
    [`${team}/owned-by-workload`]: ["audit/owner-gone"],
    [`${team}/blocked`]: ["audit/election-blocked"],
    [`${team}/count`]: ["audit/election-blocked", "audit/holder-unknown"],
    [`${team}/future`]: ["audit/renewed-in-future"],
    [`${team}/large`]: ["audit/annotations-large", "audit/holder-unknown"],
    [`${team}/placeholder`]: ["lease/holder-identity-not-placeholder", "audit/holder-unknown"],
    [`${team}/bare`]: ["audit/fields-untracked"],
    [`${team}/idle`]: ["audit/leaderless"],
    [`${team}/without-candidate`]: ["audit/coordinated-without-candidate"],
    [`${team}/owned`]: ["audit/owner-gone"],
    [`${team}/by-hand`]: ["audit/renewed-by-kubectl"],
    [`${team}/twin`]: ["audit/two-leaders"],
    [`${other}/twin`]: ["audit/two-leaders"],
    [`${team}/twin-without-uuid`]: ["audit/two-leaders"],
    [`${other}/twin-without-uuid`]: ["audit/two-leaders"],
    [`${team}/abandoned`]: ["audit/candidate-abandoned"],
    [`${nodeLeases}/worker-9`]: ["audit/node-lease-orphaned"],
    [`${nodeLeases}/worker-2`]: ["audit/node-lease-without-owner"],
    [`${nodeLeases}/worker-3`]: ["audit/node-lease-without-owner"],
    [`${nodeLeases}/worker-4`]: ["audit/node-lease-holder", "audit/node-lease-without-owner"],
    "kube-system/apiserver-abc": ["audit/apiserver-gone"],
  };
}

/** Creates a ready pod that waits for the Lease `idle`. It must be older than a minute. */
export async function plantWaitingPod(world: World, team: string): Promise<void> {
  await createRunningPod(world, team, "idle-6d4b8f7c9d-x2x4z", { isReady: true });
}

/** Creates a held Lease that kubectl has renewed for two hours, and not its holder. */
async function plantRenewedByHand(world: World, place: readonly [string, string], spec: object): Promise<void> {
  await plantLease(world, place, spec);
  await writeLease(world, place, "kubectl-edit", { renewTime: fromNow(0) });
  await backdate(world, place);
}

/**
 * Makes the writes of a Lease two hours older, according to managedFields. Also changes a label,
 * because kube-apiserver restores the times if a write changes nothing else.
 */
async function backdate({ api }: World, [namespace, name]: readonly [string, string]): Promise<void> {
  const path = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases/${name}`;
  const { body } = expectStatus(200, await api.call("GET", path));
  const time = `${fromNow(-7200).slice(0, 19)}Z`;
  const managedFields = objectsAt(body, "metadata", "managedFields").map((entry) => ({ ...entry, time }));
  const metadata = { ...body.metadata, managedFields, labels: { backdated: "true" } };
  expectStatus(200, await api.call("PUT", path, { body: { ...body, metadata } }));
}

/** Creates a Deployment twice, and returns the uid of the first one. */
async function oldOwner({ api }: World, namespace: string): Promise<string> {
  const [path, labels] = [`/apis/apps/v1/namespaces/${namespace}/deployments`, { app: "owner" }];
  const template = { metadata: { labels }, spec: { containers: [{ name: "owner", image: "owner" }] } };
  const body = { metadata: { name: "owner" }, spec: { replicas: 0, selector: { matchLabels: labels }, template } };
  const created = expectStatus(201, await api.call("POST", path, { body }));
  expectStatus(200, await api.call("DELETE", `${path}/owner`));
  expectStatus(201, await api.call("POST", path, { body }));
  return String(created.body.metadata?.["uid"]);
}

/**
 * Creates a long-expired Lease of a pod that runs, and an event of client-go that the pod leads
 * again.
 */
async function plantResumed(world: World, [namespace, name]: readonly [string, string], spec: object): Promise<void> {
  const pod = `${name}-6d4b8f7c9d-x2x4z`;
  const holderIdentity = identity(pod);
  await createRunningPod(world, namespace, pod);
  await plantLease(world, [namespace, name], { ...spec, holderIdentity });
  const body = {
    metadata: { name: `${name}.1` },
    involvedObject: { kind: "Lease", apiVersion: "coordination.k8s.io/v1", namespace, name },
    reason: "LeaderElection",
    message: `${holderIdentity} resumed leading`,
    type: "Normal",
    lastTimestamp: new Date().toISOString(),
  };
  expectStatus(201, await world.api.call("POST", `/api/v1/namespaces/${namespace}/events`, { body }));
}

/**
 * Creates a Lease that a pod holds. kube-apiserver never tracks the fields of a Lease that was
 * created with an empty spec.
 */
async function plantUntracked(world: World, namespace: string, name: string): Promise<void> {
  const pod = `${name}-6d4b8f7c9d-x2x4z`;
  await createRunningPod(world, namespace, pod);
  await plantLease(world, [namespace, name], {});
  const spec = {
    holderIdentity: identity(pod),
    leaseDurationSeconds: 3600,
    renewTime: fromNow(0),
    acquireTime: fromNow(0),
  };
  const path = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases/${name}`;
  expectStatus(
    200,
    await world.api.call("PATCH", path, { contentType: "application/merge-patch+json", body: { spec } }),
  );
}
