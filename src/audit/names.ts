import { goQuote } from "../core/field/go-quote.ts";
import { namespacedName } from "../core/field/object-reference.ts";
import { ageText } from "../core/text/duration.ts";
import { checkSubdomain, firstLabel, uuidForm } from "../core/text/names.ts";
import { append } from "../rules/shared/append.ts";
import { hostnameOf, isDeploymentPodName, workloadOf } from "../rules/shared/pod-names.ts";
import type { ListedObject } from "./listed-object.ts";

/** Names, each with the namespaces in which it exists. The namespace of a node is "". */
export type Names = ReadonlyMap<string, readonly string[]>;

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
}: Pick<ListedObject, "holder" | "isApiServerIdentity">): string | undefined {
  return isApiServerIdentity ? undefined : uuidIdentityForm.exec(holder)?.[1];
}

/**
 * Returns the names of the pods and hosts in the holder identities of Leases, and the names of pods
 * that can hold or wait for these Leases. An identity of another form is itself such a name,
 * because it can be the name of a pod.
 */
export function hostsIn(objects: readonly ListedObject[]): ReadonlySet<string> {
  return new Set(
    objects.flatMap((listed) => [
      hostOrHolder(listed),
      staticPodOf(listed),
      podsOf(workloadOf({ name: hostOrHolder(listed) })),
      podsOf(listed.name),
    ]),
  );
}

/** Returns the name of a static pod that holds its Lease by the name of its node. */
function staticPodOf(listed: ListedObject): string {
  return `${listed.name}-${hostOrHolder(listed)}`;
}

/** Returns the name in `Names` for all pods of a workload. No pod has such a name. */
function podsOf(workload: string): string {
  return `${workload}-*`;
}

/**
 * Returns the workload whose running pods probably wait for a Lease, as NAMESPACE/NAME. It has the
 * name of the holder's workload or, in the namespace of the Lease, the name of the Lease.
 */
export function waitingWorkload(listed: ListedObject, pods: Names = none): string | undefined {
  const workload = workloadOf({ name: hostOrHolder(listed) });
  const [namespace] = pods.get(podsOf(workload)) ?? [];
  if (namespace !== undefined) return `${namespace}/${workload}`;
  return pods.get(podsOf(listed.name))?.includes(listed.namespace) ? namespacedName(listed) : undefined;
}

/** Returns the name of the pod or the host in the identity of a holder, or else the identity. */
export function hostOrHolder(listed: ListedObject): string {
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

interface NamesOfPodsAndNodes {
  readonly pods?: Names | undefined;
  readonly nodes?: Names | undefined;
}

export function runsNowhere(name: string, { pods = none, nodes = none }: NamesOfPodsAndNodes): boolean {
  return namespacesOf(name, pods).length + namespacesOf(name, nodes).length === 0;
}

const none: Names = new Map();

export function runsNowhereText(name: string, expiredMs: number): string {
  return `no running pod and no node has the name ${goQuote(name)}, and the term expired ${ageText(expiredMs)} ago`;
}

/** Collects the pods that holders name, because a cluster can have many other pods. */
export class PodNames {
  readonly names: Map<string, string[]> = new Map();
  readonly #hosts: ReadonlySet<string>;

  constructor(hosts: ReadonlySet<string>) {
    // If the host name of a pod is fully qualified, its first label is the name of the pod.
    this.#hosts = new Set([...hosts, ...[...hosts].map(firstLabel)]);
  }

  /** Adds a pod. Returns false if no holder names the pod. */
  add(namespace: string, name: string): boolean {
    const known = [...new Set([name, hostnameOf(name)])].filter((each) => this.#hosts.has(each));
    for (const each of known) append(this.names, each, namespace);
    const workload = workloadOf({ name });
    if (
      workload !== name &&
      this.#hosts.has(podsOf(workload)) &&
      !this.names.get(podsOf(workload))?.includes(namespace)
    )
      append(this.names, podsOf(workload), namespace);
    return known.length > 0;
  }
}

/** Returns the names of nodes, with and without the domain. */
export function nodeNames(nodes: readonly string[]): Names {
  return new Map(nodes.flatMap((name) => [name, firstLabel(name)]).map((name) => [name, [""]]));
}

/**
 * Returns NAMESPACE/NAME of the pod that a holder identity names, or undefined if there is no such
 * pod. An identity without a UUID names a pod only if it is the name of a pod in the namespace of
 * the Lease. If the identity names a node, returns the static pod on the node with the name of the
 * Lease.
 */
export function podOf(listed: ListedObject, pods: Names): string | undefined {
  const host = hostIn(listed);
  const [namespace] = host === undefined ? [] : namespacesOf(host, pods);
  if (namespace !== undefined) return `${namespace}/${host}`;
  const own = [...(host === undefined ? [listed.holder] : []), staticPodOf(listed)];
  const name = own.find((each) => pods.get(each)?.includes(listed.namespace));
  return name === undefined ? undefined : `${listed.namespace}/${name}`;
}

export function namespacesOf(host: string, names: Names): readonly string[] {
  return names.get(host) ?? names.get(firstLabel(host)) ?? [];
}
