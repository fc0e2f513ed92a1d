import { referenceTo, textAt } from "../core/api/fields.ts";
import { metadataOf } from "../core/api/json-object.ts";
import type { Identity } from "../core/api/listed-objects.ts";
import type { UnreadResource } from "../core/api/requests.ts";
import { referenceKey } from "../core/field/object-reference.ts";
import { placeText } from "../core/text/position.ts";
import type { ViewedObject } from "../engine/validate/view.ts";
import type { DumpValue } from "../manifest/json-dump.ts";
import { findKubernetesReview } from "../recording/recorded-review.ts";
import { type DumpFile, openDumps } from "../terminal/dump-documents.ts";
import { UsageError } from "../terminal/errors.ts";
import { addTimes, type DumpedObject, dumpedObject, mergeTimes, nameOf, noTimes, type ReadTimes } from "./dump.ts";
import { areOfTwoClusters, isNewer, type ObjectVersion, objectVersion } from "./object-version.ts";
import type { OwnerKind } from "./owner-kinds.ts";
import type { UnreadObjects } from "./unread-objects.ts";

/** What the first reading of the files of a listing shows. */
export interface Outline {
  readonly files: readonly DumpFile[];
  /** The newest state of each Lease and LeaseCandidate. The keys are results of `referenceKey`. */
  readonly versions: Map<string, ObjectVersion>;
  readonly times: ReadTimes;
  readonly leaseNames: Set<string>;
  /** The uid of each node by its name. */
  readonly nodes: Map<string, string>;
  /** The uid of each workload that can own a Lease. The keys are results of `referenceKey`. */
  readonly owners: Map<string, string>;
  readonly kinds: Set<"object" | "pod" | "node" | "event" | OwnerKind>;
  /** The uids of the namespace kube-system. Files of one cluster have at most one. */
  readonly clusterUids: Set<string>;
}

/** The maximum number of keys, names of Leases, nodes, and workloads to keep. */
const maxNames = 100_000;

/** A file that cannot be read, and the usage error about it. */
export interface FileFailure {
  readonly file: string;
  readonly error: UsageError;
}

export function toUnread({ file, error: { message } }: FileFailure): UnreadResource {
  const [, position = "", reason = message] = /^(:[0-9]+:[0-9]+)?:? (.*)$/s.exec(message.slice(file.length)) ?? [];
  return { resource: `${file}${position}`, reason };
}

/**
 * Returns the outline of all files of a path that can be read, or undefined without such a file.
 */
export async function outlineOf(
  path: string,
  namespace: string | undefined,
  unread: UnreadObjects,
  failures: FileFailure[],
): Promise<Outline | undefined> {
  let all: Outline | undefined;
  for (const dump of await openDumps([path], (file, error) => failures.push({ file, error }))) {
    const outline: Outline = {
      files: [dump],
      versions: new Map(),
      times: noTimes(),
      leaseNames: new Set(),
      nodes: new Map(),
      owners: new Map(),
      kinds: new Set(),
      clusterUids: new Set(),
    };
    const error = await usageErrorOf(addFile(dump, outline, namespace, unread));
    if (error !== undefined) failures.push({ file: dump.file, error });
    else if (all === undefined) all = outline;
    else {
      rejectTwoClusters(all, outline);
      all = joined(all, outline);
    }
  }
  return all;
}

async function usageErrorOf(reading: Promise<void>): Promise<UsageError | undefined> {
  try {
    await reading;
    return undefined;
  } catch (error) {
    if (error instanceof UsageError && !(error instanceof WrongInput)) return error;
    throw error;
  }
}

/** A usage error about files that can be read, but must not be audited. */
class WrongInput extends UsageError {}

async function addFile(
  dump: DumpFile,
  outline: Outline,
  namespace: string | undefined,
  unread: UnreadObjects,
): Promise<void> {
  await visitValues([dump], ({ value, exceeded, locate }) => {
    if (exceeded === undefined) {
      if (findKubernetesReview(value) !== undefined) throw new WrongInput(`${dump.file} ${mustBeListed}`);
      const object = dumpedObject(value);
      if (object === undefined) return;
      const times = noTimes();
      addTimes(times, value as object);
      mergeTimes(outline.times, times);
      addToOutline(outline, object, times, namespace);
    } else if (mayBeRead(exceeded, namespace)) {
      outline.kinds.add("object");
      unread.add(exceeded, `${placeText(locate([]))}: ${exceeded.limit}`);
    }
  });
}

export function rejectTwoClusters(one: Outline, other: Outline): void {
  if (new Set([...one.clusterUids, ...other.clusterUids]).size > 1) throw twoClusters([...one.files, ...other.files]);
  for (const [key, version] of other.versions) {
    const known = one.versions.get(key);
    if (known !== undefined && areOfTwoClusters(known, version)) throw twoClusters([...one.files, ...other.files]);
  }
}

function twoClusters(files: readonly DumpFile[]): WrongInput {
  const names = files.map(({ file }) => file).join(", ");
  return new WrongInput(`${names} must be of one cluster, but contain objects with one name and two uids at one time`);
}

function mayBeRead({ kind, namespace }: Identity, only: string | undefined): boolean {
  const isOther = kind !== undefined && kind !== "Lease" && kind !== "LeaseCandidate";
  return !isOther && (only === undefined || (namespace ?? only) === only);
}

function addToOutline(outline: Outline, object: DumpedObject, times: ReadTimes, namespace: string | undefined): void {
  const { versions, leaseNames, nodes, owners, kinds, clusterUids, files } = outline;
  if ("pod" in object) kinds.add("pod");
  else if ("clusterUid" in object) {
    if (object.clusterUid !== "") clusterUids.add(object.clusterUid);
    if (clusterUids.size > 1) throw twoClusters(files);
  } else if ("event" in object) kinds.add("event");
  else if ("node" in object) {
    kinds.add("node");
    setUpTo(nodes, nameOf(object.node).name, textAt(object.node, "metadata", "uid"));
  } else if ("owner" in object) {
    const { kind, owner } = object;
    kinds.add(kind);
    setUpTo(owners, referenceKey(referenceTo(kind, owner)), textAt(owner, "metadata", "uid"));
  } else {
    const [key, version] = [keyOf(object), objectVersion(object.object, times)];
    const known = versions.get(key);
    if (known !== undefined && areOfTwoClusters(known, version)) throw twoClusters(files);
    addVersion(versions, key, version);
    if (!isIn(namespace, object)) return;
    kinds.add("object");
    if (object.served.gvk.kind === "LeaseCandidate") addUpTo(leaseNames, textAt(object.object, "spec", "leaseName"));
  }
}

export function keyOf({ served, object }: ViewedObject): string {
  return referenceKey(referenceTo(served.gvk.kind, object));
}

/** Keeps a state unless a state that is at least as new is known. */
function addVersion(versions: Outline["versions"], key: string, version: ObjectVersion): void {
  const known = versions.get(key);
  if (known === undefined ? versions.size < maxNames : isNewer(version, known)) versions.set(key, version);
}

function addUpTo(names: Set<string>, name: string): void {
  if (names.size < maxNames) names.add(name);
}

function setUpTo(uids: Map<string, string>, key: string, uid: string): void {
  if (uids.size < maxNames) uids.set(key, uid);
}

export function isIn(namespace: string | undefined, { object }: ViewedObject): boolean {
  return namespace === undefined || metadataOf(object)?.["namespace"] === namespace;
}

export function joined(one: Outline, other: Outline): Outline {
  mergeTimes(one.times, other.times);
  for (const name of other.leaseNames) addUpTo(one.leaseNames, name);
  for (const [name, uid] of other.nodes) setUpTo(one.nodes, name, uid);
  for (const [key, uid] of other.owners) setUpTo(one.owners, key, uid);
  for (const [key, version] of other.versions) addVersion(one.versions, key, version);
  for (const kind of other.kinds) one.kinds.add(kind);
  for (const uid of other.clusterUids) one.clusterUids.add(uid);
  return { ...one, files: [...one.files, ...other.files] };
}

const mustBeListed =
  "must be the output of kubectl get, not a recording: in a recording, Leases look expired, because their renewals are absent; use --recording to add the recording to a listing, lease-guard simulate, or lease-guard learn";

/** Calls a function with each value of files that is not a list. */
export async function visitValues(files: readonly DumpFile[], visit: (value: DumpValue) => void): Promise<void> {
  for (const { values } of files)
    for await (const batch of values()) for (const value of batch) if ("locate" in value) visit(value);
}
