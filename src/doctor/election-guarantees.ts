import { mapAt, numberAt, textAt } from "../core/api/fields.ts";
import { goQuote } from "../core/field/go-quote.ts";
import { failed } from "../core/field/result.ts";
import { decideTokens } from "../guarantee/bound-tokens.ts";
import { decideCollector } from "../guarantee/collector.ts";
import { guaranteeOf } from "../guarantee/guarantee.ts";
import type { NamedGuarantee } from "../guarantee/guarantee-table.ts";
import { guardOf } from "../guarantee/guard.ts";
import { holderDecision } from "../guarantee/holder-name.ts";
import { type Answer, notKnown } from "../guarantee/hypotheses.ts";
import { objectsOf, type Snapshot, type SnapshotObject, unreadReason } from "../installation/snapshot.ts";
import { podOf } from "../listing/holder.ts";
import { isRunning, Pods, writerOf } from "../listing/pods.ts";
import { identityLabel } from "../rules/lease/apiserver-identity-by-apiserver.ts";
import { isNodeLease } from "../rules/shared/identities.ts";
import type { Examined } from "./examined.ts";

/**
 * The doctor does not read the settings of the clients of elections. It reads the pods of elections
 * only in files.
 */
const readsMore = "lease-guard elections --guarantee";

/**
 * Returns which hypotheses of the guarantee hold for each election, or undefined if the Leases were
 * not read.
 */
export function electionGuarantees({
  snapshot,
  now,
  namespace: chosen,
}: Pick<Examined, "snapshot" | "now" | "namespace">): readonly NamedGuarantee[] | undefined {
  if (unreadReason(snapshot, "Lease") !== undefined) return undefined;
  const guard = guardOf(snapshot, {}, now, chosen);
  const pods = podsInFiles(snapshot);
  const holderNamed = holdersOf(pods);
  const managers = pods?.controllerManagers() ?? [];
  const collectorKnown =
    managers.length > 0
      ? decideCollector({ managers, isRecorded: false })
      : notKnown(`needs the pods of kube-controller-manager: ${readsMore}`);
  return objectsOf(snapshot, "Lease")
    .filter(isOfElection)
    .map((lease) => {
      const { namespace, name, value } = lease;
      const seconds = numberAt(value, "spec", "leaseDurationSeconds");
      const election = {
        namespace,
        name,
        isCoordinated: textAt(value, "spec", "strategy") !== "",
        leaseMs: seconds === undefined ? undefined : seconds * 1000,
        timing: failed(`needs the settings of the clients: ${readsMore}`),
        holderNamed: holderNamed(namespace, name, textAt(value, "spec", "holderIdentity")),
        tokensBound: decideTokens(undefined, snapshot.serverVersion),
        collectorKnown,
      };
      return { namespace, name, guarantee: guaranteeOf(election, guard) };
    });
}

function isOfElection(lease: SnapshotObject): boolean {
  return !isNodeLease(lease) && !mapAt(lease.value, "metadata", "labels").has(identityLabel);
}

/**
 * Returns the running pods, or undefined without pods in files. From a cluster, the doctor reads
 * only the pods of lease-guard.
 */
function podsInFiles(snapshot: Snapshot): Pods | undefined {
  if (unreadReason(snapshot, "Pod") !== undefined) return undefined;
  const inFiles = objectsOf(snapshot, "Pod").filter(({ locate }) => locate !== undefined);
  if (inFiles.length === 0) return undefined;
  const pods = new Pods();
  for (const { value } of inFiles) if (isRunning(value)) pods.add(value);
  return pods;
}

/**
 * Returns a function that decides whether the identity of a holder names its pod. Files can contain
 * the pods of only some namespaces, so it does not decide about a pod that they do not contain.
 */
function holdersOf(pods: Pods | undefined): (namespace: string, name: string, holder: string) => Answer {
  if (pods === undefined) return () => notKnown(`needs the pods of all namespaces: ${readsMore}`);
  const decide = holderDecision(Array.from(pods.all(), writerOf));
  return (namespace, name, holder) => {
    const pod = podOf({ namespace, name, holder, isApiServerIdentity: false, writers: [] }, pods);
    if (holder !== "" && pod === undefined) return notKnown(`needs the running pod that ${goQuote(holder)} names`);
    return decide(holder, pod && writerOf(pod));
  };
}
