import { fieldAt, objectsAt, referenceTo, textAt } from "../core/api/fields.ts";
import { metadataOf } from "../core/api/json-object.ts";
import type { UnreadResource } from "../core/api/requests.ts";
import { namespacedName, type ObjectReference } from "../core/field/object-reference.ts";
import { firstLabel } from "../core/text/names.ts";
import { parseTime } from "../core/text/time.ts";
import { append } from "../rules/shared/append.ts";
import { hostnameOf, type WriterPod, workloadOf } from "../rules/shared/pod-names.ts";
import { electionSwitch } from "../workload/election-switch.ts";
import type { FindProgram } from "../workload/find-program.ts";
import { type ControllerManager, controllerManagerOf } from "./controller-manager.ts";
import { type ElectingPod, electingPod } from "./electing-pods.ts";

/** The facts about a running pod, in a form that needs little memory. */
export interface ListedPod {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  /** The Deployment, StatefulSet, or other object that controls the pod, or else the pod. */
  readonly workload: string;
  /** The kind of the object that controls the pod, such as ReplicaSet, or "" without one. */
  readonly controllerKind: string;
  readonly node: string;
  readonly serviceAccount: string;
  readonly containers: readonly string[];
  /** True if the host name of the pod is the name of its node. */
  readonly isOnHostNetwork: boolean;
  /** True if the pod is ready, and no client has deleted it. */
  readonly isReady: boolean;
  /** The time of the creation in milliseconds since 1970. */
  readonly createdMs: number | undefined;
  /** Whether its arguments and variables switch leader election on, if they state it. */
  readonly elects: boolean | undefined;
}

export const runningPhase = "Running";

/** Reports whether a pod runs. A pod without a phase counts as running. */
export function isRunning(pod: object): boolean {
  const phase = fieldAt(pod, "status", "phase");
  return phase === undefined || phase === runningPhase;
}

/** The maximum number of pods whose facts fit into the memory of a command. */
const maxPods = 200_000;

/** The maximum number of electing workloads to keep. A pod of each takes some kilobytes. */
const maxElecting = 5000;

export const tooManyPods: UnreadResource = { resource: "pods", reason: `more than ${maxPods} pods run` };

const noPods: readonly ListedPod[] = [];

interface PodIndex {
  readonly byName: Map<string, ListedPod[]>;
  readonly byWorkload: Map<string, ListedPod[]>;
  readonly byNode: Map<string, ListedPod[]>;
  /** The first pod of each workload, by its namespace and a name that the workload has. */
  readonly workloads: Map<string, ListedPod[]>;
}

/** The running pods of a cluster. */
export class Pods {
  readonly #pods = new Map<string, ListedPod>();
  readonly #texts = new Map<string, string>();
  readonly #findProgram: FindProgram | undefined;
  readonly #electing = new Map<string, ElectingPod>();
  readonly #controllerManagers = new Map<string, ControllerManager>();
  #index: PodIndex | undefined;

  /** With `findProgram`, keeps more facts about a pod of each workload that elects a leader. */
  constructor(findProgram?: FindProgram) {
    this.#findProgram = findProgram;
  }

  /** Adds a pod, or replaces an earlier state of the pod. Returns false beyond `maxPods`. */
  add(pod: object): boolean {
    if (this.#pods.size === maxPods) return false;
    const listed = this.#toListed(pod);
    this.#pods.set(namespacedName(listed), listed);
    this.#index = undefined;
    const manager = controllerManagerOf(pod);
    if (manager !== undefined) this.#controllerManagers.set(manager.name, manager);
    if (this.#findProgram !== undefined) this.#addElecting(electingPod(pod, listed, this.#findProgram));
    return true;
  }

  /** Returns the pod of each electing workload that is ready for the longest time. */
  electing(): Iterable<ElectingPod> {
    return this.#electing.values();
  }

  /** Returns the pods of kube-controller-manager. */
  controllerManagers(): readonly ControllerManager[] {
    return [...this.#controllerManagers.values()];
  }

  /** Returns the pods with a name, or with this host name, with or without a domain. */
  named(host: string): readonly ListedPod[] {
    const { byName } = this.#indexes();
    return byName.get(host) ?? byName.get(firstLabel(host)) ?? noPods;
  }

  /** Returns the pods of the workloads with a name, in all namespaces. */
  ofWorkload(name: string): readonly ListedPod[] {
    return this.#indexes().byWorkload.get(name) ?? noPods;
  }

  /** Returns the pods that have the host name of a node. */
  onHostNetworkOf(node: string): readonly ListedPod[] {
    return this.#indexes().byNode.get(node) ?? noPods;
  }

  /**
   * Returns one pod of each workload in a namespace that has a name, whose ServiceAccount has the
   * name, or one of whose containers has the name.
   */
  ofWorkloadsWith(reference: Pick<ObjectReference, "namespace" | "name">): readonly ListedPod[] {
    return this.#indexes().workloads.get(namespacedName(reference)) ?? noPods;
  }

  all(): Iterable<ListedPod> {
    return this.#pods.values();
  }

  #indexes(): PodIndex {
    this.#index ??= indexOf(this.#pods.values());
    return this.#index;
  }

  #addElecting(pod: ElectingPod | undefined): void {
    if (pod === undefined) return;
    const key = workloadName({ namespace: pod.workload.namespace ?? "", workload: pod.workload.name });
    const known = this.#electing.get(key);
    if (known === undefined ? this.#electing.size < maxElecting : pod.readyMs < known.readyMs)
      this.#electing.set(key, pod);
  }

  #toListed(pod: object): ListedPod {
    const { namespace, name } = referenceTo("", pod);
    const owner = objectsAt(pod, "metadata", "ownerReferences").find((each) => each["controller"] === true);
    return {
      namespace: this.#shared(namespace),
      name,
      uid: textAt(pod, "metadata", "uid"),
      workload: this.#shared((owner && controllerOf(pod, owner)) ?? workloadOf({ name })),
      controllerKind: this.#shared(textAt(owner, "kind")),
      node: this.#shared(textAt(pod, "spec", "nodeName")),
      serviceAccount: this.#shared(textAt(pod, "spec", "serviceAccountName")),
      containers: objectsAt(pod, "spec", "containers").map((each) => this.#shared(textAt(each, "name"))),
      isOnHostNetwork: fieldAt(pod, "spec", "hostNetwork") === true,
      isReady: isReady(pod) && metadataOf(pod)?.["deletionTimestamp"] == null,
      createdMs: parseTime(textAt(pod, "metadata", "creationTimestamp"))?.getTime(),
      elects: electionSwitch(pod),
    };
  }

  /** Returns one string for all equal strings. */
  #shared(text: string): string {
    const known = this.#texts.get(text);
    if (known === undefined) this.#texts.set(text, text);
    return known ?? text;
  }
}

/** Returns a pod as a rule sees the writer of a request. */
export function writerOf({ name, namespace, node }: ListedPod): WriterPod {
  return { name, namespace, node: node || undefined };
}

export function workloadName({ namespace, workload }: Pick<ListedPod, "namespace" | "workload">): string {
  return `${namespace}/${workload}`;
}

function indexOf(pods: Iterable<ListedPod>): PodIndex {
  const index: PodIndex = { byName: new Map(), byWorkload: new Map(), byNode: new Map(), workloads: new Map() };
  for (const pod of pods) {
    const { namespace, workload } = pod;
    for (const name of new Set([workload, pod.serviceAccount, ...pod.containers])) {
      const key = namespacedName({ namespace, name });
      if (!index.workloads.get(key)?.some((each) => each.workload === workload)) append(index.workloads, key, pod);
    }
    for (const name of new Set([pod.name, hostnameOf(pod.name)])) append(index.byName, name, pod);
    for (const name of new Set([pod.workload, workloadOf(pod)])) append(index.byWorkload, name, pod);
    if (pod.isOnHostNetwork)
      for (const node of new Set([pod.node, firstLabel(pod.node)])) append(index.byNode, node, pod);
  }
  return index;
}

/**
 * Returns the name of the object that controls a pod. For the pod of a Deployment, this is the
 * Deployment, because the name of the ReplicaSet is the name of the Deployment and a hash.
 */
function controllerOf(pod: object, owner: object): string | undefined {
  const name = textAt(owner, "name");
  // The owner of a static pod is its node. The name of the pod ends with the name of the node.
  if (textAt(owner, "kind") === "Node") {
    const own = textAt(pod, "metadata", "name");
    return own.endsWith(`-${name}`) ? own.slice(0, -name.length - 1) : undefined;
  }
  const hash = textAt(pod, "metadata", "labels", "pod-template-hash");
  return hash !== "" && name.endsWith(`-${hash}`) ? name.slice(0, -hash.length - 1) : name;
}

function isReady(pod: object): boolean {
  return objectsAt(pod, "status", "conditions").some(({ type, status }) => type === "Ready" && status === "True");
}
