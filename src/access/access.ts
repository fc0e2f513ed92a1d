import type { UnreadResource } from "../core/api/requests.ts";
import { namespacedName } from "../core/field/object-reference.ts";
import { compareTexts, distinctTexts } from "../core/text/compare-texts.ts";
import type { ListedObject } from "../listing/listed-object.ts";
import { isNodeLease } from "../rules/shared/identities.ts";
import type { NotUnderstood } from "../workload/check.ts";
import { accountOf, leases, moreVerbsOf } from "../workload/election-rights.ts";
import type { WorkloadFacts } from "../workload/facts.ts";
import { type Account, type Grant, isInScope, type Permissions, type Subject } from "../workload/permissions.ts";
import { allows } from "../workload/policy-rule.ts";
import type { SetObject } from "../workload/set-object.ts";
import type { WorkloadElection } from "../workload/workload-election.ts";
import { type UnknownLease, unknownLeases } from "./unknown-leases.ts";

/** The verbs that write Leases, in the order of the reports. */
export const writeVerbs = ["create", "update", "patch", "delete", "deletecollection"] as const;

export type WriteVerb = (typeof writeVerbs)[number];

/** A subject that may write a Lease, and what permits it. */
export interface Writer {
  readonly subject: Subject;
  readonly verbs: readonly WriteVerb[];
  readonly binding: SetObject;
  /**
   * True if the subject is a ServiceAccount that does not exist. A client that creates it gets the
   * rights.
   */
  readonly isMissing: boolean;
}

/** A program that elects a leader with a Lease. */
export interface ElectingWorkload {
  readonly workload: SetObject;
  readonly account: Account;
  readonly moreVerbs: readonly string[];
}

/** A Lease, or the Lease that a workload will create. */
export interface AccessedLease {
  readonly namespace: string;
  /** The name, or `*` for all heartbeats of nodes. */
  readonly name: string;
  readonly holder: string;
  /** The clients that own fields of the spec, by the name that they give themselves. */
  readonly managers: readonly string[];
  /** The users that wrote the Lease according to recordings. */
  readonly users: readonly string[];
  readonly workloads: readonly ElectingWorkload[];
  /** The writers in addition to those of every Lease. */
  readonly writers: readonly Writer[];
}

export interface Access {
  /** The subjects that may write every Lease of the cluster. */
  readonly everywhere: readonly Writer[];
  readonly leases: readonly AccessedLease[];
  /** They have one entry in `leases`. */
  readonly heartbeats: number;
  /** The bindings whose role is not known. */
  readonly unresolved: readonly SetObject[];
  readonly unknownLeases: readonly UnknownLease[];
  readonly unread: readonly UnreadResource[];
}

export type KnownLease = Pick<ListedObject, "namespace" | "name" | "holder" | "writers">;

export interface AccessInput extends WorkloadFacts {
  readonly listed: readonly KnownLease[];
  /** According to recordings. The keys are results of `namespacedName`. */
  readonly users: ReadonlyMap<string, ReadonlySet<string>>;
  readonly notUnderstood: readonly NotUnderstood[];
  readonly unread: readonly UnreadResource[];
}

type Lease = Omit<AccessedLease, "writers">;

/** Returns who may write each Lease and each lock of a workload, and who does. */
export function accessOf(input: AccessInput): Access {
  const { listed, users, elections, permissions, set, unread } = input;
  const accounts = new Set(set.serviceAccounts.map(({ namespace = "", name }) => namespacedName({ namespace, name })));
  const knowsAccounts = set.isComplete && accounts.size > 0;
  const isMissing = (subject: Subject): boolean =>
    knowsAccounts && subject.kind === "ServiceAccount" && !accounts.has(`${subject.namespace ?? ""}/${subject.name}`);
  const toWriters = (grants: readonly Grant[], verbs: (grant: Grant) => readonly WriteVerb[]): readonly Writer[] =>
    grants.flatMap((grant) => writersOf(grant, verbs(grant), isMissing)).toSorted(compareWriters);
  const writing = permissions.grants.filter((grant) => verbsOf(grant, undefined).length > 0);
  const withoutName = (grant: Grant): readonly WriteVerb[] => (grant.isClusterWide ? verbsOf(grant, "") : []);
  const more = writing.filter((grant) => withoutName(grant).length < verbsOf(grant, undefined).length);
  return {
    everywhere: toWriters(writing, withoutName),
    leases: leasesOf(listed, users, elections).map((lease) => {
      const inScope = more.filter((grant) => isInScope(grant, lease.namespace) === true);
      const further = (grant: Grant): readonly WriteVerb[] => {
        const known = withoutName(grant);
        return verbsOf(grant, lease.name).filter((verb) => !known.includes(verb));
      };
      return { ...lease, writers: toWriters(inScope, further) };
    }),
    heartbeats: listed.filter(isNodeLease).length,
    unresolved: unresolvedBindings(permissions),
    unknownLeases: unknownLeases(elections, input.notUnderstood),
    unread,
  };
}

/**
 * Returns the verbs that a binding grants on the Lease `name`. Without a name, returns those that
 * it grants on any Lease.
 */
function verbsOf({ rules }: Grant, name: string | undefined): readonly WriteVerb[] {
  return writeVerbs.filter((verb) => {
    const request = { ...leases, verb, name: name !== undefined && isSentWithoutName(verb) ? "" : name };
    return rules.some((rule) => allows(rule, request) ?? name === undefined);
  });
}

function isSentWithoutName(verb: WriteVerb): boolean {
  return verb === "create" || verb === "deletecollection";
}

function writersOf(
  { binding, subjects }: Grant,
  verbs: readonly WriteVerb[],
  isMissing: (subject: Subject) => boolean,
): readonly Writer[] {
  if (verbs.length === 0) return [];
  return subjects.map((subject) => ({ subject, verbs, binding, isMissing: isMissing(subject) }));
}

function compareWriters(a: Writer, b: Writer): number {
  return compareTexts(subjectText(a.subject), subjectText(b.subject)) || compareTexts(a.binding.name, b.binding.name);
}

/** Returns a text such as `ServiceAccount team-a/electing`. */
export function subjectText(subject: Subject): string {
  if (subject.kind !== "ServiceAccount") return `${subject.kind} ${subject.name}`;
  return `${subject.kind} ${subject.namespace === undefined ? subject.name : `${subject.namespace}/${subject.name}`}`;
}

/** Returns the Leases, with one entry for all heartbeats of nodes, and the locks of workloads. */
function leasesOf(
  listed: readonly KnownLease[],
  users: AccessInput["users"],
  elections: readonly WorkloadElection[],
): readonly Lease[] {
  const found = new Map<string, Lease>();
  const add = (lease: Omit<Lease, "users">): void => {
    const key = namespacedName(lease);
    const known = found.get(key);
    const workloads = [...(known?.workloads ?? []), ...lease.workloads];
    found.set(key, { users: [...(users.get(key) ?? [])].toSorted(compareTexts), ...(known ?? lease), workloads });
  };
  for (const lease of listed)
    if (!isNodeLease(lease)) add({ ...nameOf(lease), managers: managersOf(lease), workloads: [] });
  const heartbeat = listed.find(isNodeLease);
  if (heartbeat !== undefined)
    add({ namespace: heartbeat.namespace, name: "*", holder: "", managers: [], workloads: [] });
  for (const election of elections) {
    const { isOn, lockNamespace: namespace, lockName: name, workload, program } = election;
    if (isOn !== true || namespace === undefined || name === undefined) continue;
    const electing = { workload, account: accountOf(election), moreVerbs: moreVerbsOf(program) };
    add({ namespace, name, holder: "", managers: [], workloads: [electing] });
  }
  return [...found.values()].toSorted((a, b) => compareTexts(namespacedName(a), namespacedName(b)));
}

function nameOf({ namespace, name, holder }: KnownLease): Pick<Lease, "namespace" | "name" | "holder"> {
  return { namespace, name, holder };
}

function managersOf({ writers }: KnownLease): readonly string[] {
  return distinctTexts(writers.map(({ manager }) => manager));
}

/** Returns the bindings that can grant rights on Leases which the objects do not show. */
function unresolvedBindings({ grants }: Permissions): readonly SetObject[] {
  return grants
    .filter(({ isPartial, rules, subjects }) => isPartial && rules.length === 0 && subjects.length > 0)
    .map(({ binding }) => binding);
}
