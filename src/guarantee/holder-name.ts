import { goQuote } from "../core/field/go-quote.ts";
import { namespacedName } from "../core/field/object-reference.ts";
import { joinWords } from "../core/text/join-words.ts";
import { firstLabel } from "../core/text/names.ts";
import {
  hostnameOf,
  isDeploymentPodName,
  namesAnotherPod,
  namesDeploymentPod,
  namesPod,
  type WriterPod,
  workloadOf,
} from "../rules/shared/pod-names.ts";
import { type Answer, fails, holds, notKnown } from "./hypotheses.ts";

/** The longest name of a Deployment for which kube-apiserver does not cut the names of the pods. */
const longestDeployment = 46;

/** Returns the nodes of pods whose names have the form of the name of a Deployment's pod. */
function machineNodes(pods: Iterable<Pick<WriterPod, "node">>): readonly string[] {
  const nodes = new Set<string>();
  for (const { node } of pods) if (node !== undefined) nodes.add(node);
  return [...nodes].filter((node) => isDeploymentPodName(firstLabel(node)));
}

/**
 * Returns a function that decides whether the rules recognize a holder, from all running pods of
 * the cluster: the identity names the pod that holds the Lease, and for every other pod, it
 * certainly names another pod. Only the name of a Deployment's pod can show this to every pod,
 * because hosts can have the names of other pods.
 */
export function holderDecision(pods: readonly WriterPod[]): (holder: string, pod: WriterPod | undefined) => Answer {
  const machines = machineNodes(pods);
  return (holder, pod) => decideHolder(holder, pod, { pods, machines });
}

interface Hosts {
  readonly pods: readonly WriterPod[];
  /** The nodes that `machineNodes` returns. */
  readonly machines: readonly string[];
}

function decideHolder(holder: string, pod: WriterPod | undefined, { pods, machines }: Hosts): Answer {
  if (holder === "") return notKnown("no client holds the Lease, so its identities are not known");
  if (pod === undefined) return fails(`${goQuote(holder)} names no running pod of the cluster`);
  const reason = reasonOf(holder, pod);
  if (reason !== undefined) return fails(reason);
  const mistaken = othersIn(holder, pod, pods).filter((other) => !namesAnotherPod(holder, other));
  if (mistaken.length > 0)
    return fails(
      `for the rules, ${joinWords(mistaken.slice(0, 2).map(namespacedName))} can be the holder ${goQuote(holder)}`,
    );
  const [machine] = machines;
  if (machine !== undefined)
    return fails(`pods on the node ${machine} can be the holder, because its name has the form of a pod's name`);
  return holds(`the holder is the pod ${pod.name} of a Deployment`);
}

/** Returns why the rules do not recognize the identity of a pod, or undefined if they do. */
function reasonOf(holder: string, pod: WriterPod): string | undefined {
  if (!namesPod(holder, pod)) return `${goQuote(holder)} does not contain the name of the pod ${pod.name}`;
  if (workloadOf(pod) === pod.name)
    return `the name of the pod ${pod.name} does not show that another pod is a different one`;
  if (!isDeploymentPodName(pod.name))
    return `the rules protect ${pod.name} only from pods of the same workload, because its name does not show a pod of a Deployment (a name of at most ${longestDeployment} characters does)`;
  if (!namesDeploymentPod(holder))
    return `the rules do not recognize the pod ${pod.name} in the form of ${goQuote(holder)}`;
  return undefined;
}

/**
 * Returns why the rules do not recognize a recorded holder, or undefined. `pod` sent the write. It
 * can have changed only the metadata of a Lease that another pod of a Deployment holds.
 */
export function unrecognizedReason(holder: string, pod: WriterPod): string | undefined {
  return !namesPod(holder, pod) && namesDeploymentPod(holder) ? undefined : reasonOf(holder, pod);
}

/** Returns the other pods that the rules may not distinguish from the holder, by their names. */
function othersIn(holder: string, pod: WriterPod, pods: Iterable<WriterPod>): readonly WriterPod[] {
  const others: WriterPod[] = [];
  for (const other of pods) {
    const isHolder = other.name === pod.name && other.namespace === pod.namespace;
    if (!isHolder && holder.includes(hostnameOf(other.name))) others.push(other);
  }
  return others;
}
