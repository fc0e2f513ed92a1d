import { joinWords } from "../core/text/join-words.ts";
import { cleanerAccounts, serviceAccountUser, systemNamespace } from "../rules/shared/identities.ts";
import { type Answer, fails, holds, notKnown } from "./hypotheses.ts";

/** What a cluster shows about the user of the garbage collector. */
export interface CollectorFacts {
  /** The running pods of kube-controller-manager, or undefined if the pods were not read. */
  readonly managers: readonly { readonly name: string; readonly usesAccounts: boolean | undefined }[] | undefined;
  /** True if a recording contains a request with the service account of a controller. */
  readonly isRecorded: boolean;
}

/**
 * The service accounts of some controllers of kube-controller-manager. Without the flag, all
 * controllers have the user of kube-controller-manager.
 */
const controllerUsers: ReadonlySet<string> = new Set(
  [
    ...cleanerAccounts,
    "daemon-set-controller",
    "deployment-controller",
    "endpointslice-controller",
    "job-controller",
    "replicaset-controller",
    "statefulset-controller",
  ].map((name) => serviceAccountUser({ namespace: systemNamespace, name })),
);

/** Reports whether a user is the service account of a controller of kube-controller-manager. */
export function isControllerAccount(username: string): boolean {
  return controllerUsers.has(username);
}

const flag = "--use-service-account-credentials";

/**
 * Decides whether the rules recognize the garbage collector. Without the flag, its user is that of
 * the whole kube-controller-manager, and the rules let it delete a Lease that a client holds.
 */
export function decideCollector({ managers, isRecorded }: CollectorFacts): Answer {
  const without = (managers ?? []).filter(({ usesAccounts }) => usesAccounts === false);
  if (without.length > 0) return fails(`${joinWords(without.map(({ name }) => name))} must run with ${flag}`);
  if (isRecorded) return holds("the recording contains a request with the service account of a controller");
  const shown = "or --recording of elections with a request of a controller with its own service account";
  if (managers === undefined) return notKnown(`needs pods, ${shown}`);
  if (managers.length === 0)
    return notKnown(`needs the pods of kube-controller-manager, which this cluster does not show, ${shown}`);
  const unclear = managers.filter(({ usesAccounts }) => usesAccounts === undefined);
  if (unclear.length > 0) return notKnown(`needs all flags of ${joinWords(unclear.map(({ name }) => name))}, ${shown}`);
  return holds(`kube-controller-manager runs with ${flag}`);
}
