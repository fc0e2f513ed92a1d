import { namespacedName } from "../../core/field/object-reference.ts";
import { leaseSpecOf, type ObservedWrite } from "../../recording/observed-write.ts";
import { serviceAccountOf } from "../../rules/shared/identities.ts";
import { writerPod } from "../../rules/shared/pod-names.ts";
import { identityForms } from "./identity-forms.ts";

/** From `ms` on, the Lease has this holder. The holder is "" if no client holds the Lease. */
interface HolderChange {
  readonly ms: number;
  readonly holder: string;
}

interface HolderPod {
  readonly pod: string;
  /** The user name of the pod's service account. */
  readonly account: string;
}

/** An election whose holders are pods of service accounts, as the writes of its Lease show it. */
export interface Election {
  readonly namespace: string;
  readonly name: string;
  /** The changes of the holder, which `electionsIn` sorts by time. */
  readonly changes: HolderChange[];
  /** The pods by the holder identity with which they write the Lease. */
  readonly pods: Map<string, HolderPod>;
  /** The forms in which every holder identity names its pod. Undefined before the first holder. */
  forms: readonly string[] | undefined;
  /** The longest lease term in milliseconds. */
  termMs: number;
  /** True if the election has more holders than `learn` tallies. */
  isTooLarge: boolean;
  /** True if pods share a holder identity, so that it does not show which of them leads. */
  isShared: boolean;
}

interface LastState extends HolderChange {
  readonly transitions: number | undefined;
}

export interface Elections {
  readonly byLease: Map<string, Election>;
  readonly last: Map<Election, LastState>;
}

/** The maximum number of Leases, and of changes of the holder of a Lease. */
const [maxLeases, maxChanges] = [10_000, 2_000];

/** The term that client-go uses by default, for Leases without a duration. */
const defaultTermMs = 15_000;

/** The namespace of the Leases of nodes, which are not elections. */
const nodeNamespace = "kube-node-lease";

export function newElections(): Elections {
  return { byLease: new Map(), last: new Map() };
}

/** Adds a write of a Lease. Writes can come in any order, as in the logs of several API servers. */
export function addLeaseWrite({ byLease, last }: Elections, write: ObservedWrite): void {
  const { kind, namespace, operation, object, submission } = write;
  const isUnknown = object === undefined && operation !== "DELETE";
  if (kind !== "Lease" || namespace === nodeNamespace || isUnknown || submission?.context.dryRun) return;
  const key = namespacedName(write);
  const known = byLease.get(key);
  if (known === undefined && byLease.size >= maxLeases) return;
  const election = known ?? newElection(write);
  byLease.set(key, election);
  const spec = leaseSpecOf(kind, object);
  const holder = spec?.holderIdentity ?? "";
  if (spec?.leaseDurationSeconds !== undefined)
    election.termMs = Math.max(election.termMs, spec.leaseDurationSeconds * 1000);
  if (holder !== "") addHolder(election, holder, write);
  const state = { ms: write.time.getTime(), holder, transitions: spec?.leaseTransitions };
  if (!continues(state, last.get(election), election)) addChange(election, state);
  last.set(election, state);
}

/**
 * Before a create, no client holds the Lease. Before another first write, the holder is unknown.
 */
function newElection({ namespace, name, operation }: ObservedWrite): Election {
  const changes = operation === "CREATE" ? [{ ms: Number.NEGATIVE_INFINITY, holder: "" }] : [];
  return { namespace, name, changes, pods: new Map(), forms: undefined, termMs: 0, isTooLarge: false, isShared: false };
}

/**
 * Reports whether a state belongs to the same holding period as the state before it in the log.
 * After a pause of more than a term, another client can have held the Lease through an API server
 * with another log.
 */
function continues(state: LastState, before: LastState | undefined, election: Election): boolean {
  if (before === undefined || state.holder !== before.holder || state.transitions !== before.transitions) return false;
  return state.ms >= before.ms && state.ms - before.ms <= termOf(election);
}

export function termOf({ termMs }: Pick<Election, "termMs">): number {
  return termMs === 0 ? defaultTermMs : termMs;
}

function addChange(election: Election, { ms, holder }: HolderChange): void {
  if (election.changes.length < maxChanges) election.changes.push({ ms, holder });
  else election.isTooLarge = true;
}

/** Adds a holder identity with the pod that wrote it. Other writers do not name themselves. */
function addHolder(election: Election, holder: string, { user }: ObservedWrite): void {
  const writer = user && serviceAccountOf(user) && writerPod(user);
  if (user === undefined || writer === undefined) return;
  const known = election.pods.get(holder);
  if (known?.pod === writer.name && known.account === user.username) return;
  if (known !== undefined) election.isShared = true;
  const forms = known === undefined ? identityForms(holder, writer) : [];
  election.forms = election.forms?.filter((form) => forms.includes(form)) ?? forms;
  if (election.pods.size < maxChanges) election.pods.set(holder, { pod: writer.name, account: user.username });
  else election.isTooLarge = true;
}

/** Returns the elections whose holders are pods, with sorted changes, by the pods' accounts. */
export function electionsByAccount({ byLease }: Elections): ReadonlyMap<string, readonly Election[]> {
  const found = new Map<string, Election[]>();
  for (const election of byLease.values()) {
    election.changes.sort((a, b) => a.ms - b.ms);
    for (const account of accountsOf(election)) found.set(account, [...(found.get(account) ?? []), election]);
  }
  return found;
}

/** Returns the user names of the service accounts whose pods held the Lease. */
export function accountsOf({ pods }: Election): ReadonlySet<string> {
  return new Set([...pods.values()].map(({ account }) => account));
}

/**
 * Returns the holders between two times. A holder is undefined for the time before the first
 * recorded write of the Lease.
 */
export function holdersBetween({ changes }: Election, fromMs: number, toMs: number): readonly (string | undefined)[] {
  let [low, high] = [0, changes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((changes[middle]?.ms ?? 0) <= fromMs) low = middle + 1;
    else high = middle;
  }
  const holders: (string | undefined)[] = [changes[low - 1]?.holder];
  for (let index = low; (changes[index]?.ms ?? Number.POSITIVE_INFINITY) <= toMs; index++)
    holders.push(changes[index]?.holder);
  return holders;
}

/** Returns how often the Lease went from a pod to another pod. */
export function handoversOf({ changes, pods }: Election): number {
  const leaders = changes.flatMap(({ holder }) => (holder === "" ? [] : [pods.get(holder)?.pod]));
  return leaders.filter((pod, index) => {
    const before = index === 0 ? undefined : leaders[index - 1];
    return pod !== undefined && before !== undefined && pod !== before;
  }).length;
}
