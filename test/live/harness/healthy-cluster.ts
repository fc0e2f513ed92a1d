import { createNode, createRunningPod, plantLease } from "./audited-cluster.ts";
import { startComponent } from "./control-plane.ts";
import { buildElector, startElections, startElector } from "./elector.ts";
import { eventually } from "./eventually.ts";
import { type HealthyPod, leadingPods, nodes, servers, standbyPods } from "./healthy-programs.ts";
import { allowElectors, electorsGroup, kubeconfigAs } from "./impersonation.ts";
import { keepWriting } from "./keep-writing.ts";
import { allowNodes, buildNodeLease, startNodeLeases } from "./kubelet-lease.ts";
import { fromNow, readSpec, untilHeld } from "./lease-spec.ts";
import { expectStatus, type World } from "./world.ts";

/** The namespace of node Leases. */
export const nodeLeases = "kube-node-lease";

/** The number of LeaseCandidates of a healthy cluster. */
export const healthyCandidates = 7;

/** The number of teams of a healthy cluster with 380 Leases, of which more than 300 are elections. */
export const manyTeams = 26;

/** Returns the names of the namespaces of pods and elections that the cluster lacks. */
function namespacesOf(pods: readonly HealthyPod[]): ReadonlySet<string> {
  const all = pods.flatMap(({ namespace, elections }) => [namespace, ...elections.map((each) => each.namespace)]);
  return new Set([...all, "etcd"].filter((name) => name !== "kube-system"));
}

/**
 * Starts the clients of a cluster as people run it: the control plane, kubelets, API servers, and
 * programs with the usual identities and terms. Returns when each of them holds its Leases. The
 * result is a function that ends all clients.
 */
export async function startHealthyCluster(world: World, teamCount?: number): Promise<() => Promise<void>> {
  const { api } = world;
  const [node = ""] = nodes;
  const leading = leadingPods(node, teamCount);
  for (const name of namespacesOf(leading))
    expectStatus(201, await api.call("POST", "/api/v1/namespaces", { body: { metadata: { name } } }));
  await eventually("kube-apiserver creates the namespace of node Leases", 30_000, async () =>
    (await api.call("GET", `/api/v1/namespaces/${nodeLeases}`)).status === 200 ? true : undefined,
  );
  for (const name of nodes) await createNode(world, name);
  for (const { namespace, name } of [...leading, ...standbyPods]) await createRunningPod(world, namespace, name);
  await allowElectors(world);
  await allowNodes(world);
  await buildElector(world);
  await buildNodeLease(world);

  await applyLeases(world);
  await releaseLeases(world);
  const candidates = ["--feature-gates=CoordinatedLeaderElection=true", "--controllers=ttl-after-finished-controller"];
  const elections = leading.flatMap((pod) => pod.elections);
  const services = [
    startComponent(world, "kube-scheduler", { name: "scheduler", flags: [] }),
    startComponent(world, "kube-controller-manager", { name: "manager", flags: candidates }),
    startNodeLeases(world, { nodes, servers }),
    startElections(world, "leading", elections),
  ];
  const writes = await startOtherWrites(world);
  const places = [
    ...elections,
    ...nodes.map((name) => ({ namespace: nodeLeases, name })),
    ...["kube-scheduler", "kube-controller-manager", ...servers].map((name) => ({ namespace: "kube-system", name })),
  ];
  for (const place of places) await untilHeld(world, place, (holder) => holder !== "");
  services.push(
    startElections(
      world,
      "standby",
      standbyPods.flatMap((pod) => pod.elections),
    ),
  );
  await eventually("all candidates exist", 30_000, async () => {
    const { items } = (await api.call("GET", "/apis/coordination.k8s.io/v1beta1/leasecandidates")).body;
    return (items as readonly unknown[]).length === healthyCandidates ? true : undefined;
  });
  return async () => {
    for (const stop of writes) stop();
    await Promise.all(services.map(({ stop }) => stop("SIGKILL")));
  };
}

/** Creates Leases with kubectl before the programs that use them start, as a Helm chart does. */
async function applyLeases({ kubectl }: World): Promise<void> {
  const annotations = { "meta.helm.sh/release-name": "apps", "meta.helm.sh/release-namespace": "team-a" };
  const labels = { "app.kubernetes.io/managed-by": "Helm" };
  for (const name of ["orders", "billing", "search"]) {
    const metadata = { namespace: "team-a", name, annotations, labels };
    const lease = { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata, spec: { leaseDurationSeconds: 15 } };
    const { status, stderr } = await kubectl(["apply", "--filename=-"], lease);
    if (status !== 0) throw new Error(stderr);
  }
}

/** Runs a program that acquires three Leases, and releases them at its end. */
async function releaseLeases(world: World): Promise<void> {
  const namespace = "team-h";
  const kubeconfig = kubeconfigAs(world, "stopped", [electorsGroup]);
  const elector = startElector(world, {
    namespace,
    identity: "stopped",
    kubeconfig,
    leaseSeconds: 15,
    flags: ["-elections=3"],
  });
  for (const index of [0, 1, 2])
    await untilHeld(world, { namespace, name: `elected-${index}` }, (holder) => holder !== "");
  await elector.stop();
  const { holderIdentity } = await readSpec(world, { namespace, name: "elected-0" });
  if (holderIdentity) throw new Error(`${holderIdentity} must release its Lease`);
}

/**
 * Starts writes of Leases without elections: the members and the snapshots of an etcd of Gardener,
 * and a Lease whose annotation kyverno updates.
 */
async function startOtherWrites(world: World): Promise<readonly (() => void)[]> {
  await plantLease(world, ["etcd", "etcd-main-full-snap"], { holderIdentity: "81234", renewTime: fromNow(-9000) });
  const stops: (() => void)[] = [];
  for (const member of ["etcd-main-0", "etcd-main-1"]) {
    const spec = () => ({ holderIdentity: "2a5c7b9d1e3f4a6b:Leader", renewTime: fromNow(0) });
    await plantLease(world, ["etcd", member], spec());
    stops.push(
      await keepWriting(world, ["etcd", member], {
        manager: "etcdbrctl",
        intervalMs: 5000,
        patch: () => ({ spec: spec() }),
      }),
    );
  }
  await plantLease(world, ["kyverno", "kyverno-health"], {});
  const annotations = () => ({ "kyverno.io/last-request-time": new Date().toISOString() });
  const patch = () => ({ metadata: { annotations: annotations() } });
  stops.push(await keepWriting(world, ["kyverno", "kyverno-health"], { manager: "kyverno", intervalMs: 5000, patch }));
  return stops;
}
