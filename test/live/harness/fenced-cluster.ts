import { nodeNameKey, podNameKey } from "../../../src/core/api/user-extra.ts";
import type { Api, Writer } from "./api.ts";
import { account, createAccount, podToken } from "./bound-tokens.ts";
import { eventually } from "./eventually.ts";
import { applyExport } from "./exported-policy.ts";
import { buildFencedWriter, type FencedWriter, leaseName, startFencedWriter } from "./fenced-writer.ts";
import { allowElectors } from "./impersonation.ts";
import { takenNow } from "./lease-spec.ts";
import { newest } from "./release.ts";
import { expectStatus, startWorld, type World } from "./world.ts";

/** A cluster with two API servers, and the kinds that the processes of the tests write. */
export interface FencedCluster {
  readonly world: World;
  /** The addresses of the API servers. */
  readonly servers: readonly string[];
  readonly apis: readonly Api[];
}

const extensions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const widgets = "/apis/example.com/v1";

/** Returns a CustomResourceDefinition with a status, and any fields in its spec and status. */
function definition(kind: string, plural: string, scope: "Namespaced" | "Cluster"): object {
  const open = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  const schema = { openAPIV3Schema: { type: "object", properties: { spec: open, status: open } } };
  const version = { name: "v1", served: true, storage: true, schema, subresources: { status: {} } };
  const names = { kind, plural, singular: kind.toLowerCase() };
  return {
    metadata: { name: `${plural}.example.com` },
    spec: { group: "example.com", scope, names, versions: [version] },
  };
}

/**
 * Starts two API servers on one etcd, and prepares what the processes write. The API servers do not
 * run elections themselves, because only then their views can freeze.
 */
export async function startFencedCluster(): Promise<FencedCluster> {
  const world = await startWorld({ ...newest, featureGates: "CoordinatedLeaderElection=false" });
  try {
    const added = await world.addServer();
    await allowElectors(world);
    const { api } = world;
    const group = "rbac.authorization.k8s.io";
    const metadata = { name: "writers" };
    const rules = [
      { apiGroups: [""], resources: ["configmaps"], verbs: ["*"] },
      { apiGroups: ["example.com"], resources: ["*"], verbs: ["*"] },
    ];
    const subjects = [{ apiGroup: group, kind: "Group", name: "system:serviceaccounts" }];
    const roleRef = { apiGroup: group, kind: "ClusterRole", name: metadata.name };
    const path = `/apis/${group}/v1`;
    expectStatus(201, await api.call("POST", `${path}/clusterroles`, { body: { metadata, rules } }));
    expectStatus(201, await api.call("POST", `${path}/clusterrolebindings`, { body: { metadata, subjects, roleRef } }));
    for (const body of [
      definition("Widget", "widgets", "Namespaced"),
      definition("WidgetClass", "widgetclasses", "Cluster"),
    ])
      expectStatus(201, await api.call("POST", extensions, { body }));
    await buildFencedWriter(world);
    const shared = {
      apiVersion: "example.com/v1",
      kind: "WidgetClass",
      metadata: { name: "shared" },
      spec: { n: "0" },
    };
    await eventually("the API servers serve the custom resources", 30_000, async () => {
      const { status } = await api.call("POST", `${widgets}/widgetclasses`, { body: shared });
      const onSecond = await added.api.call("GET", `${widgets}/widgetclasses/shared`);
      return (status === 201 || status === 409) && onSecond.status === 200 ? true : undefined;
    });
    const { clusters } = JSON.parse((await world.kubectl(["config", "view", "-o", "json"])).stdout) as {
      readonly clusters: readonly [{ readonly cluster: { readonly server: string } }];
    };
    return { world, servers: [clusters[0].cluster.server, added.url], apis: [api, added.api] };
  } catch (error) {
    await world.stop();
    throw error;
  }
}

/** Creates a namespace with a service account, and the objects that all its processes write. */
export async function newOperator({ world }: FencedCluster): Promise<string> {
  const namespace = await world.newNamespace();
  await createAccount(world, namespace);
  const metadata = { name: "shared" };
  // Without a field, the API server would not record the times of writes in managedFields.
  const configMap = { metadata, data: { n: "0" } };
  expectStatus(201, await world.api.call("POST", `/api/v1/namespaces/${namespace}/configmaps`, { body: configMap }));
  const body = { apiVersion: "example.com/v1", kind: "Widget", metadata, spec: { n: "0" } };
  expectStatus(201, await world.api.call("POST", `${widgets}/namespaces/${namespace}/widgets`, { body }));
  return namespace;
}

/** A pod of an operator. The default of the identity is the name of the pod. */
export interface OperatorPod {
  readonly pod: string;
  readonly host?: string;
  readonly nodeName?: string;
  /** The API server of the election: 0 or 1. */
  readonly server?: number;
}

/** Creates a pod and starts its process. */
export async function startOperatorPod(
  { world, servers }: FencedCluster,
  namespace: string,
  { pod, host, nodeName, server = 0 }: OperatorPod,
): Promise<FencedWriter> {
  const token = await podToken(world, namespace, pod, nodeName);
  const ordered = server === 0 ? servers : servers.toReversed();
  return startFencedWriter(world, { namespace, pod, ...(host !== undefined && { host }), token, servers: ordered });
}

/** The resources that the processes write. */
const resources = ["configmaps", "widgets.example.com", "widgets.example.com/status", "widgetclasses.example.com"];

/** The fence of the operator in a namespace, and the form of its identities. */
export interface OperatorFence {
  readonly namespace: string;
  readonly identity: "POD_*" | "NODE_*";
}

/** Exports and applies the fences of operators, and returns when both API servers use them. */
export async function applyFences({ world, apis }: FencedCluster, operators: readonly OperatorFence[]): Promise<void> {
  const fences = operators.map(({ namespace, identity }) => ({
    name: namespace,
    lease: `${namespace}/${leaseName}`,
    serviceAccount: `${namespace}/${account}`,
    identity,
    resources,
    mode: "deny",
  }));
  await applyExport(world, "fenced", { apiVersion: "lease-guard.dev/v1alpha1", kind: "Policy", fences });
  for (const { namespace, identity } of operators)
    for (const api of apis) await untilFenced(api, namespace, identity === "NODE_*");
}

/** Waits until a fence denies a dry run of a pod while a Lease names another one. */
async function untilFenced(api: Api, namespace: string, isOfNode: boolean): Promise<void> {
  const leases = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`;
  const metadata = { name: leaseName };
  await api.call("POST", leases, { body: { metadata, spec: takenNow("other_holder", 3600) } });
  const writer: Writer = {
    username: `system:serviceaccount:${namespace}:${account}`,
    groups: ["system:serviceaccounts"],
    extra: { [podNameKey]: ["probe"], ...(isOfNode && { [nodeNameKey]: ["probe"] }) },
  };
  const body = { metadata: { name: "probe" }, data: { n: "0" } };
  const path = `/api/v1/namespaces/${namespace}/configmaps?dryRun=All`;
  await eventually(`the fence of ${namespace} denies`, 30_000, async () =>
    (await api.call("POST", path, { body, writer })).status === 403 ? true : undefined,
  );
  expectStatus(200, await api.call("DELETE", `${leases}/${leaseName}`));
}
