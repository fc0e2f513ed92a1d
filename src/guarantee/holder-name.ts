import { goQuote } from "../core/field/go-quote.ts";
import { joinWords } from "../core/text/join-words.ts";
import { namesAnotherPod, namesPod, type WriterPod, workloadOf } from "../rules/shared/pod-names.ts";
import { type Answer, fails, holds, notKnown } from "./hypotheses.ts";

export interface HolderFacts {
  readonly holder: string;
  /** The running pod that holds the Lease. */
  readonly pod: WriterPod | undefined;
  /** The other running pods of its workload. */
  readonly siblings: readonly WriterPod[];
}

/**
 * Decides whether the rules recognize the holder: the identity names its pod, and for every other
 * pod of the workload, it certainly names another pod.
 */
export function decideHolder({ holder, pod, siblings }: HolderFacts): Answer {
  if (holder === "") return notKnown("no client holds the Lease, so its identities are not known");
  if (pod === undefined) return fails(`${goQuote(holder)} names no running pod of the cluster`);
  if (!namesPod(holder, pod)) return fails(`${goQuote(holder)} does not contain the name of the pod ${pod.name}`);
  if (workloadOf(pod) === pod.name)
    return fails(`the name of the pod ${pod.name} does not show that another pod is a different one`);
  const mistaken = siblings.filter((sibling) => !namesAnotherPod(holder, sibling)).map(({ name }) => name);
  if (mistaken.length > 0)
    return fails(`for the rules, ${joinWords(mistaken.slice(0, 2))} can be the holder ${goQuote(holder)}`);
  return holds(`the holder is the pod ${pod.name}`);
}
