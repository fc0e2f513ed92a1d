import { goQuote } from "../core/field/go-quote.ts";
import { namespacedName } from "../core/field/object-reference.ts";
import { hourMs, minuteMs } from "../core/text/duration.ts";
import { countToken, isUnbound, noTokens, type TokenTally, withOthers } from "../guarantee/bound-tokens.ts";
import { unrecognizedReason } from "../guarantee/holder-name.ts";
import { type Answer, fails, notKnown } from "../guarantee/hypotheses.ts";
import type { ListedObject } from "../listing/listed-object.ts";
import type { Listing } from "../listing/listing.ts";
import { leaseSpecOf, type ObservedWrite } from "../recording/observed-write.ts";
import { isNodeLease } from "../rules/shared/identities.ts";
import { namesDeploymentPod, writerPod } from "../rules/shared/pod-names.ts";

/** What recorded writes show about the writers of a Lease. */
export interface LeaseWriters {
  readonly tokens: TokenTally;
  /** Whether the rules recognize all recorded holders. Undefined if they do. */
  readonly unrecognized: Answer | undefined;
}

export const noWriters: LeaseWriters = { tokens: noTokens, unrecognized: undefined };

export interface RecordedWriters {
  /** Adds a write. Returns false for a write that shows no writer of a Lease of the listing. */
  readonly add: (write: ObservedWrite) => boolean;
  readonly of: (lease: Pick<ListedObject, "namespace" | "name">) => LeaseWriters;
}

/** The maximum number of holders to keep for a Lease. */
const maxHolders = 200;

/** A recording of this time before or after a listing shows the present writers. */
const maxAgeMs = hourMs;

/** Reports whether a recorded time is close to the time of a listing. */
export function isCurrent(time: Date, { readAt }: Pick<Listing, "readAt">): boolean {
  return Math.abs(time.getTime() - readAt.getTime()) <= maxAgeMs;
}

/** The recorded holders of a Lease. */
interface Holders {
  /** The holders that the rules do not recognize, each with the reason. */
  readonly unrecognized: Map<string, string>;
  /** The holders that kube-apiserver certainly stored, except that of the listing. */
  readonly stored: Set<string>;
  /** The renewTime of each holder that a client without a pod has written. */
  readonly renewed: Map<string, string>;
}

interface Kept {
  readonly listed: ListedObject;
  tokens: TokenTally;
  /** Undefined while only writes are recorded that need no memory, such as those of nodes. */
  holders: Holders | undefined;
}

/** Returns an object that collects the writers of the Leases in a listing. */
export function recordedWriters(listing: Pick<Listing, "objects" | "readAt">): RecordedWriters {
  const leases = new Map<string, Kept>();
  for (const listed of listing.objects)
    if (listed.kind === "Lease") leases.set(namespacedName(listed), { listed, tokens: noTokens, holders: undefined });
  const namespaces = new Set([...leases.values()].map(({ listed }) => listed.namespace));
  const unnamed = unnamedWrites();
  return {
    add: (write) => {
      if (write.kind !== "Lease") return false;
      if (write.name === "") {
        unnamed.add(write);
        return write.operation === "DELETE" && namespaces.has(write.namespace);
      }
      const kept = leases.get(namespacedName(write));
      if (kept === undefined) return false;
      kept.tokens =
        write.isStored === false
          ? withOthers(kept.tokens, countToken(noTokens, write.user, false))
          : countToken(kept.tokens, write.user, isCurrent(write.time, listing));
      addHolders(kept, write);
      return true;
    },
    of: (lease) => {
      const kept = leases.get(namespacedName(lease));
      if (kept === undefined) return noWriters;
      return { tokens: unnamed.addTo(kept.tokens, kept.listed), unrecognized: unrecognizedIn(kept) };
    },
  };
}

/** Keeps the holders before and after a write. A write in a review can be denied later. */
function addHolders(kept: Kept, { kind, user, object, oldObject, isStored }: ObservedWrite): void {
  const holder = leaseSpecOf(kind, object)?.holderIdentity ?? "";
  const before = leaseSpecOf(kind, oldObject)?.holderIdentity ?? "";
  const pod = user && writerPod(user);
  if (pod === undefined && isStored === true) addRenewal(kept, holder, leaseSpecOf(kind, object)?.renewTime ?? "");
  const reason = holder === "" || pod === undefined ? undefined : unrecognizedReason(holder, pod);
  const known = ["", kept.listed.holder];
  const shown = (isStored === true ? [before, holder] : [before]).filter((each) => !known.includes(each));
  if (reason === undefined && shown.length === 0) return;
  kept.holders ??= noHolders();
  const { unrecognized, stored } = kept.holders;
  if (reason !== undefined && unrecognized.size < maxHolders) unrecognized.set(holder, reason);
  for (const each of shown) if (stored.size < maxHolders) stored.add(each);
}

function noHolders(): Holders {
  return { unrecognized: new Map(), stored: new Set(), renewed: new Map() };
}

/**
 * Keeps a renewal by a client without a pod, such as a replica outside the cluster. An
 * administrator sets a holder only once.
 */
function addRenewal(kept: Kept, holder: string, renewTime: string): void {
  const { listed } = kept;
  if (holder === "" || renewTime === "" || namesDeploymentPod(holder)) return;
  if (listed.isApiServerIdentity || isNodeLease(listed)) return;
  kept.holders ??= noHolders();
  const { unrecognized, stored, renewed } = kept.holders;
  const before = renewed.get(holder);
  if (before === undefined && renewed.size < maxHolders) renewed.set(holder, renewTime);
  if (before === undefined || before === renewTime) return;
  unrecognized.set(holder, `${goQuote(holder)} is a client without a pod`);
  stored.add(holder);
}

function unrecognizedIn({ listed, holders }: Kept): Answer | undefined {
  if (holders === undefined) return undefined;
  const { unrecognized, stored } = holders;
  const [, reason] = [...unrecognized].find(([holder]) => holder === listed.holder || stored.has(holder)) ?? [];
  if (reason !== undefined) return fails(`in the recording, ${reason}`);
  const isCut = unrecognized.size > 0 && Math.max(unrecognized.size, stored.size) >= maxHolders;
  return isCut ? notKnown(`the recording contains more than ${maxHolders} holders of the Lease`) : undefined;
}

interface UnnamedWrites {
  readonly add: (write: ObservedWrite) => void;
  readonly addTo: (tokens: TokenTally, lease: ListedObject) => TokenTally;
}

/**
 * Returns an object that collects the writes without the name of a Lease. A delete of a collection
 * counts for all Leases of its namespace or, without a namespace, for all Leases. The event of a
 * create has no name at the level Metadata.
 */
function unnamedWrites(): UnnamedWrites {
  const deletes = new Map<string, TokenTally>();
  /** The first create without a bound token, by its namespace. */
  const creates = new Map<string, Pick<ObservedWrite, "time" | "user">>();
  return {
    add: (write) => {
      const { namespace, operation, user, time } = write;
      if (operation === "DELETE") deletes.set(namespace, countToken(deletes.get(namespace) ?? noTokens, user, false));
      else if (isUnbound(user) && time.getTime() < (creates.get(namespace)?.time.getTime() ?? Number.POSITIVE_INFINITY))
        creates.set(namespace, { time, user });
    },
    addTo: (tokens, { namespace, createdMs = Number.POSITIVE_INFINITY }) => {
      const deleted = [deletes.get(namespace), deletes.get("")].filter((tally) => tally !== undefined);
      const create = creates.get(namespace);
      // A create after that of the Lease is one of another Lease. Clocks can differ.
      const canBeOfLease = create !== undefined && create.time.getTime() <= createdMs + minuteMs;
      const all = deleted.reduce(withOthers, tokens);
      return canBeOfLease ? { ...all, possiblyUnbound: create.user?.username ?? "" } : all;
    },
  };
}
