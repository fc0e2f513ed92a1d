import { goQuote } from "../core/field/go-quote.ts";
import { ageText } from "../core/text/duration.ts";
import { checkSubdomain, firstLabel, uuidForm } from "../core/text/names.ts";
import { identityForm, isDeploymentPodName, longestIdentity } from "../rules/shared/pod-names.ts";
import type { ListedObject } from "./listed-object.ts";
import { type ListedPod, Pods } from "./pods.ts";

/** The uid of each node, by its name and by the first label of its name. */
export type Nodes = ReadonlyMap<string, string>;

/** The pods and the nodes of a cluster. What was not read is undefined. */
export interface Hosts {
  readonly pods?: Pods | undefined;
  readonly nodes?: Nodes | undefined;
}

type Held = Pick<ListedObject, "namespace" | "name" | "holder" | "isApiServerIdentity" | "writers">;

const [noPods, noNodes]: readonly [Pods, Nodes] = [new Pods(), new Map()];

/**
 * Matches an identity that consists of a name, `_`, and a UUID. Programs that use client-go usually
 * build such an identity from the name of the host. An identity of another form can begin with any
 * other string.
 */
const uuidIdentityForm = new RegExp(`^([a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?)_${uuidForm}$`);

/**
 * Returns the name of the pod or the host in the identity of a holder, or undefined for an identity
 * of another form. The identities of API servers have the same form, but name no host.
 */
export function hostIn({
  holder,
  isApiServerIdentity,
}: Pick<Held, "holder" | "isApiServerIdentity">): string | undefined {
  return isApiServerIdentity ? undefined : uuidIdentityForm.exec(holder)?.[1];
}

/** Returns the name of the pod or the host in the identity of a holder, or else the identity. */
export function hostOrHolder(listed: Pick<Held, "holder" | "isApiServerIdentity">): string {
  return hostIn(listed) ?? listed.holder;
}

/**
 * Returns an identity that has the form of the name of a Deployment's pod, and undefined for every
 * other identity. Names of other pods, such as `worker-1`, have the same form as names of hosts
 * outside the cluster.
 */
export function deploymentPodIn(holder: string): string | undefined {
  return checkSubdomain(holder).length === 0 && isDeploymentPodName(holder) ? holder : undefined;
}

/** Returns the name of a Deployment's pod at the beginning of an identity, or undefined. */
export function podNameIn(holder: string): string | undefined {
  for (const beginning of beginningsOf(partsOf(holder).name)) if (isDeploymentPodName(beginning)) return beginning;
  return undefined;
}

/** Returns the namespace and the name in an identity. Without a usual form, the name is "". */
function partsOf(holder: string): { readonly namespace: string | undefined; readonly name: string } {
  const [, namespace, name = ""] = (holder.length <= longestIdentity && identityForm.exec(holder)) || [];
  return { namespace, name };
}

/**
 * Yields a name, and its beginnings without one or several suffixes, longest first. Some programs
 * add a suffix of their own to the name of a pod, such as `-external-cert-manager-controller`.
 */
function* beginningsOf(name: string): Iterable<string> {
  for (let end = name.length; end > 0; end = name.lastIndexOf("-", end - 1)) yield name.slice(0, end);
}

export function isNodeIn(name: string, nodes: Nodes = noNodes): boolean {
  return nodes.has(name) || nodes.has(firstLabel(name));
}

export function runsNowhere(name: string, { pods = noPods, nodes }: Hosts): boolean {
  return pods.named(name).length === 0 && !isNodeIn(name, nodes);
}

export function runsNowhereText(name: string, expiredMs?: number): string {
  const expired = expiredMs === undefined ? "" : `, and the term expired ${ageText(expiredMs)} ago`;
  return `no running pod and no node has the name ${goQuote(name)}${expired}`;
}

/** Returns the nodes with and without their domains. */
export function nodesOf(nodes: Iterable<readonly [name: string, uid: string]>): Nodes {
  return new Map([...nodes].flatMap(([name, uid]) => [[firstLabel(name), uid] as const, [name, uid] as const]));
}

/**
 * Returns the running pod that holds a Lease, or undefined if the holder identity names no such
 * pod. An identity without a UUID names a pod of another namespace only if it begins with the name
 * of a Deployment's pod.
 */
export function podOf(listed: Held, pods: Pods): ListedPod | undefined {
  if (listed.holder === "" || listed.isApiServerIdentity) return undefined;
  const host = hostIn(listed);
  const [named] = host === undefined ? [] : pods.named(host);
  return named ?? ownPod(listed, pods) ?? foreignPod(listed, pods) ?? podOnNode(listed, hostOrHolder(listed), pods);
}

/** Returns the pod in the namespace of a Lease whose name is the beginning of the identity. */
function ownPod({ holder, namespace }: Held, pods: Pods): ListedPod | undefined {
  const { namespace: ofHolder, name } = partsOf(holder);
  if (ofHolder !== undefined) return podIn(ofHolder, name, pods);
  for (const beginning of beginningsOf(name)) {
    const pod = podIn(namespace, beginning, pods);
    if (pod !== undefined) return pod;
  }
  return undefined;
}

/**
 * Returns the only pod in the cluster whose name is the beginning of the identity. Kubernetes
 * generates the names of a Deployment's pods, so they rarely occur in two namespaces.
 */
function foreignPod({ holder }: Held, pods: Pods): ListedPod | undefined {
  const { namespace, name } = partsOf(holder);
  if (namespace !== undefined) return undefined;
  for (const beginning of beginningsOf(name)) {
    const [pod, ...others] = isDeploymentPodName(beginning) ? pods.named(beginning) : [];
    if (pod !== undefined) return others.length === 0 ? pod : undefined;
  }
  return undefined;
}

function podIn(namespace: string, name: string, pods: Pods): ListedPod | undefined {
  return pods.named(name).find((pod) => pod.namespace === namespace);
}

/**
 * Returns the pod that holds a Lease by the name of its node: the static pod with the name of the
 * Lease, or the only pod on the host's network that belongs to the program of the Lease.
 */
function podOnNode({ namespace, name, writers }: Held, host: string, pods: Pods): ListedPod | undefined {
  const named = podIn(namespace, `${name}-${host}`, pods);
  if (named !== undefined) return named;
  const managers = new Set([name, ...writers.map(({ manager }) => manager)]);
  const onNode = pods.onHostNetworkOf(host).filter((pod) => pod.namespace === namespace);
  const ofProgram = onNode.filter(
    (pod) => managers.has(pod.workload) || pod.containers.some((container) => managers.has(container)),
  );
  const [found, ...others] = ofProgram;
  return others.length === 0 ? found : undefined;
}
