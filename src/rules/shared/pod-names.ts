import { extraValue, nodeNameKey, podNameKey } from "../../core/api/user-extra.ts";
import { firstLabel, maxLabelBytes } from "../../core/text/names.ts";
import type { UserInfo } from "../rule.ts";
import { serviceAccountOf } from "./identities.ts";

/** The pod to which the writer's service account token is bound. */
export interface WriterPod {
  readonly name: string;
  /** The namespace of the service account, which is also the namespace of the pod. */
  readonly namespace: string;
  /**
   * The node that runs the pod. The value is undefined if the node is unknown, as before Kubernetes
   * 1.30.
   */
  readonly node: string | undefined;
}

export function writerPod(user: UserInfo): WriterPod | undefined {
  const name = extraValue(user.extra, podNameKey);
  if (name === undefined) return undefined;
  return { name, namespace: serviceAccountOf(user)?.namespace ?? "", node: extraValue(user.extra, nodeNameKey) };
}

/**
 * Reports whether a holder identity contains the name or the host name of the pod, as in NAME,
 * NAME_uuid, or namespace/NAME.
 */
export function namesPod(holder: string, { name }: Pick<WriterPod, "name">): boolean {
  if (holder.startsWith(name) && (holder.length === name.length || holder[name.length] === "_")) return true;
  const hostname = hostnameOf(name);
  return holder
    .split(/[^a-z0-9.-]+/)
    .some((part) => [name, hostname].some((own) => part === own || part.startsWith(`${own}.`)));
}

/**
 * Returns the host name of a pod. The kubelet truncates the name of a pod to 63 characters, and
 * then removes `-` and `.` at the end.
 */
export function hostnameOf(name: string): string {
  return name.length <= maxLabelBytes ? name : name.slice(0, maxLabelBytes).replace(/[-.]+$/, "");
}

/**
 * Reports whether a holder identity contains the name of the writer's pod or node. A pod on the
 * host's network uses the name of its node, or the first label of that name.
 */
export function namesPodOrNode(holder: string, writer: WriterPod): boolean {
  const { node } = writer;
  if (node === undefined) return namesPod(holder, writer);
  return [writer.name, node, firstLabel(node)].some((name) => namesPod(holder, { name }));
}

/**
 * The maximum length of an identity that contains the name of a pod, in UTF-16 code units. Two
 * names of 253 characters and a UUID fit.
 */
export const longestIdentity = 600;

/**
 * Matches an optional namespace, a name, and an optional suffix that a program adds
 * after `_`.
 */
export const identityForm: RegExp = /^(?:([a-z0-9-]+)\/)?([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?:_[^/]*)?$/;

interface IdentityParts {
  readonly namespace: string | undefined;
  readonly name: string;
}

/** Returns the namespace and the name in a holder identity. */
function identityParts(holder: string): IdentityParts {
  const [, namespace, name = ""] = (holder.length <= longestIdentity && identityForm.exec(holder)) || [];
  return { namespace, name };
}

/**
 * Reports whether a holder identity certainly names a pod other than the writer's pod. The form of
 * the name alone is not enough, because hosts have names such as `worker-1`. Machines of Cluster
 * API have names like the pods of a Deployment.
 */
export function namesAnotherPod(holder: string, writer: WriterPod): boolean {
  const { namespace, name } = identityParts(holder);
  if (name === "" || namesPod(holder, writer) || isNode(name, writer.node)) return false;
  const isNeighbor = namespace === undefined || namespace === writer.namespace;
  return (isNeighbor && isSibling(name, writer.name)) || (isDeploymentPodName(name) && namesNoMachine(writer.node));
}

/**
 * Returns the name of a Deployment if a holder identity certainly names a pod of this Deployment.
 */
export function otherDeployment(holder: string, writer: WriterPod): string | undefined {
  const { name } = identityParts(holder);
  if (name === "" || namesPod(holder, writer) || !namesNoMachine(writer.node) || isNode(name, writer.node))
    return undefined;
  return deploymentForm.exec(name)?.[1];
}

/**
 * Matches a name that can contain dots, with an optional namespace and an optional suffix after
 * `_`.
 */
export const nameForm: RegExp = /^(?:[a-z0-9-]+\/)?([a-z][a-z0-9.-]*)(?:_[^/]*)?$/;

/** Matches a name that is probably a UUID or a hash. */
export const hexForm: RegExp = /^[0-9a-f-]{16,}$/;

/** Returns the name of a pod, a host, or a program in a holder identity. */
export function nameIn(holder: string): string | undefined {
  const name = holder.length > longestIdentity ? undefined : nameForm.exec(holder)?.[1];
  return name !== undefined && hexForm.test(name) ? undefined : name;
}

/**
 * Returns the name of a pod's workload: the name of the pod without the parts that Kubernetes
 * generates.
 */
export function workloadOf({ name }: Pick<WriterPod, "name">): string {
  for (const form of podForms) {
    const base = form.exec(name)?.[1];
    if (base !== undefined) return base;
  }
  return name;
}

/** Reports whether a name is the name of a node, or the first labels of the node's name. */
export function isNode(name: string, node: string | undefined): boolean {
  return node !== undefined && (node === name || node.startsWith(`${name}.`));
}

export const ordinalForm: RegExp = /^(.+)-(?:0|[1-9]\d*)$/;

/**
 * Matches the suffix of a generated name: five characters from the alphabet of
 * `k8s.io/apimachinery/pkg/util/rand`.
 */
const generatedSuffix = "[bcdfghjklmnpqrstvwxz2456789]{5}";

export const generatedForm: RegExp = new RegExp(`^(.+)-${generatedSuffix}$`);

/**
 * Matches the name of a Deployment's pod. The template hash is a uint32 in decimal.
 * SafeEncodeString of Kubernetes replaces each digit with a character in `[456789bcdf]`.
 */
export const deploymentForm: RegExp = new RegExp(`^(.+)-[456789bcdf]{6,10}-${generatedSuffix}$`);

/**
 * Matches a generated name of 63 characters without a `-` before its suffix. kube-apiserver cuts
 * the beginning of a generated name after 58 characters. This removes the `-` if the name of the
 * Deployment has at least 47 characters. Names of several pods agree in the first 58 characters
 * only if they belong to one ReplicaSet, or to one Deployment with a very long name.
 */
export const cutForm: RegExp = new RegExp(`^(.{${maxLabelBytes - 5}})${generatedSuffix}$`);

/** The forms of the names of pods, each with the name of the workload as its group. */
const podForms: readonly RegExp[] = [deploymentForm, generatedForm, ordinalForm, cutForm];

/**
 * Reports whether two names differ only in a part that Kubernetes generates. This part is the
 * ordinal of a StatefulSet, the hash of a Deployment, or the suffix of a ReplicaSet, DaemonSet, or
 * Job.
 */
function isSibling(name: string, other: string): boolean {
  return podForms.some((form) => {
    const base = form.exec(name)?.[1];
    return base !== undefined && base === form.exec(other)?.[1];
  });
}

/**
 * Reports whether a holder identity contains a name in the form of a Deployment's pod. Machines of
 * Cluster API can also have names of this form.
 */
export function namesDeploymentPod(holder: string): boolean {
  return isDeploymentPodName(identityParts(holder).name);
}

export function isDeploymentPodName(name: string): boolean {
  return deploymentForm.test(name);
}

/**
 * Reports whether machines of the cluster certainly do not have names in the form of a Deployment's
 * pod. Returns true only if the writer's node is known and its name does not have this form.
 */
function namesNoMachine(node: string | undefined): boolean {
  return node !== undefined && !isDeploymentPodName(firstLabel(node));
}
