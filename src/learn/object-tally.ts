import type { HubByKind, Kind } from "../core/api/coordination.ts";
import { namespacedName } from "../core/field/object-reference.ts";
import { distinctTexts } from "../core/text/compare-texts.ts";
import { earlier, later } from "../core/text/time.ts";
import type { Validate } from "../engine/validate/validate.ts";
import { denials, isInvalid } from "../engine/validate/verdict.ts";
import type { ObservedWrite } from "../recording/observed-write.ts";
import type { RuleId, UserInfo } from "../rules/rule.ts";
import { claim, type ForeignObjection, foreignObjections, leaseOwners, type Owners } from "./foreign-objections.ts";
import { canBePattern } from "./holder-pattern.ts";
import { newWriter, tallyWrite, type WriterTally } from "./writer-tally.ts";

/**
 * The rules that report a write. If the source shows only a part of the write, both lists are
 * empty.
 */
interface Reported {
  readonly denied: readonly RuleId[];
  readonly allowed: readonly RuleId[];
}

/**
 * The counts of the writes of objects with the same namespace and name. Usually, there is only one
 * such object: a Lease or a LeaseCandidate.
 */
export interface ObjectTally {
  readonly namespace: string;
  readonly name: string;
  readonly kinds: Set<Kind>;
  /** The writers by user name. A writer that the source does not name has the key "". */
  readonly writers: Map<string, WriterTally>;
  readonly owners: Owners;
  /** The number of creates and updates. */
  writes: number;
  deletes: number;
  first: Date;
  last: Date;
}

export interface Tally {
  readonly objects: Map<string, ObjectTally>;
  writes: number;
  deletes: number;
  /** The number of writes and deletes whose user is known. */
  withUser: number;
  /** The number of writes and deletes of which the user and all objects are known. */
  complete: number;
  first: Date | undefined;
  last: Date | undefined;
  /** How many objects and users are together in the tallies. */
  pairs: number;
  untallied: number;
}

/** The maximum number of pairs of an object and a user to tally. Each of them takes 2 to 3 kB. */
export const maxPairs = 25_000;

export function newTally(): Tally {
  return {
    objects: new Map(),
    writes: 0,
    deletes: 0,
    withUser: 0,
    complete: 0,
    first: undefined,
    last: undefined,
    pairs: 0,
    untallied: 0,
  };
}

const unnamed: UserInfo = { username: "", groups: [] };

/** Adds a write. `reported` contains the rules that report the write in the profile `strict`. */
export function tally(all: Tally, write: ObservedWrite, reported: Reported): void {
  if (write.operation === "DELETE") all.deletes++;
  else all.writes++;
  if (write.user !== undefined) all.withUser++;
  if (write.submission !== undefined) all.complete++;
  all.first = earlier(all.first ?? write.time, write.time);
  all.last = later(all.last ?? write.time, write.time);
  // A delete of a collection shows no name. Names of objects that were stored are always printable.
  if (canBePattern(write.name) && canBePattern(write.namespace)) tallyObject(all, write, reported);
}

/** The objection to a deletion that the rules deny. `onlyDeletes` can explain it. */
const deletion: ForeignObjection = "deletes a held Lease";

function tallyObject(all: Tally, write: ObservedWrite, { denied, allowed }: Reported): void {
  const user = write.user ?? unnamed;
  const isKnown = all.objects.get(namespacedName(write))?.writers.has(user.username) ?? false;
  if (!isKnown && all.pairs >= maxPairs) {
    all.untallied++;
    return;
  }
  if (!isKnown) all.pairs++;
  const object = tallyOf(all, write);
  const writer = object.writers.get(user.username) ?? newWriter(user, write.time, object.writers.size === 0);
  object.writers.set(user.username, writer);
  object.kinds.add(write.kind);
  if (write.operation === "DELETE") object.deletes++;
  else object.writes++;
  object.first = earlier(object.first, write.time);
  object.last = later(object.last, write.time);
  const foreign = foreignObjections(write, object.owners, allowed);
  const isDeletion = write.kind === "Lease" && write.operation === "DELETE" && denied.length > 0;
  const objections = new Set([...foreign, ...competition(all, write, denied), ...(isDeletion ? [deletion] : denied)]);
  tallyWrite(write, writer, [...objections]);
  if (objections.size === 0) claim(write, object.owners);
}

/**
 * Returns an objection if the write creates a LeaseCandidate for a Lease of other users, or for the
 * Lease of a node or of an API server.
 */
function competition(
  { objects }: Tally,
  { kind, operation, namespace, object, user }: ObservedWrite,
  denied: readonly RuleId[],
): readonly ForeignObjection[] {
  if (denied.includes("lease-candidate/lease-not-heartbeat")) return ["competes for a Lease of another user"];
  if (kind !== "LeaseCandidate" || operation !== "CREATE" || object === undefined) return [];
  const { leaseName } = (object as HubByKind["LeaseCandidate"]).spec;
  const lease = objects.get(namespacedName({ namespace, name: leaseName }));
  const owners = leaseOwners(lease?.owners ?? new Map());
  return owners.length > 0 && !owners.includes(user?.username ?? "") ? ["competes for a Lease of another user"] : [];
}

function tallyOf({ objects }: Tally, { namespace, name, time }: ObservedWrite): ObjectTally {
  const key = namespacedName({ namespace, name });
  const known = objects.get(key);
  if (known !== undefined) return known;
  const created = {
    namespace,
    name,
    kinds: new Set<Kind>(),
    writers: new Map(),
    owners: new Map(),
    writes: 0,
    deletes: 0,
    first: time,
    last: time,
  };
  objects.set(key, created);
  return created;
}

/** Returns the rules that report a write, or undefined if kube-apiserver itself rejects it. */
export function reportedBy({ submission }: ObservedWrite, validate: Validate): Reported | undefined {
  if (submission === undefined) return { denied: [], allowed: [] };
  const verdict = validate(submission);
  const denied = denials(verdict);
  if (denied.some(isInvalid)) return undefined;
  const idsOf = (some: typeof denied) => distinctTexts(some.map(({ origin }) => origin)) as readonly RuleId[];
  return { denied: idsOf(denied), allowed: idsOf(verdict.findings.filter(({ mode }) => mode !== "deny")) };
}
