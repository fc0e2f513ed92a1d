import { mapAt, numberAt, textAt } from "../core/api/fields.ts";
import { failed } from "../core/field/result.ts";
import { decideTokens } from "../guarantee/bound-tokens.ts";
import { guaranteeOf } from "../guarantee/guarantee.ts";
import type { NamedGuarantee } from "../guarantee/guarantee-table.ts";
import { guardOf } from "../guarantee/guard.ts";
import { notKnown } from "../guarantee/hypotheses.ts";
import { objectsOf, type SnapshotObject, unreadReason } from "../installation/snapshot.ts";
import { identityLabel } from "../rules/lease/apiserver-identity-by-apiserver.ts";
import { isNodeLease } from "../rules/shared/identities.ts";
import type { Examined } from "./examined.ts";

/** The doctor reads neither the pods of elections nor the settings of their clients. */
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
        holderNamed: notKnown(`needs the pods of all namespaces: ${readsMore}`),
        tokensBound: decideTokens(undefined, snapshot.serverVersion),
        collectorKnown: notKnown(`needs the pods of kube-controller-manager: ${readsMore}`),
      };
      return { namespace, name, guarantee: guaranteeOf(election, guard) };
    });
}

function isOfElection(lease: SnapshotObject): boolean {
  return !isNodeLease(lease) && !mapAt(lease.value, "metadata", "labels").has(identityLabel);
}
