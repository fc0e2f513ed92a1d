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
import { type AuditInput, type EarlierListing, type Listing, toEarlier } from "./audit.ts";
import { addTimes, type DumpedObject, dumpedObject, mergeTimes, noTimes, type ReadTimes, timeOfRead } from "./dump.ts";
import type { ListedObject } from "./listed-object.ts";
import { listingBudget } from "./listing-budget.ts";
import { hostsIn, type Names, nodeNames, PodNames } from "./names.ts";
import { objectReader, type ReaderSettings } from "./object-reader.ts";
import { hungLeases, type Resumptions, resumptionsOf } from "./resumptions.ts";
import type { StoredRules } from "./stored-rules.ts";
import { type UnreadObjects, unreadObjects } from "./unread-objects.ts";

export interface DumpReading {
  readonly files: readonly string[];
  /** The only namespace whose objects count. If undefined, the objects of all namespaces count. */
  readonly namespace: string | undefined;
  /**
   * The time of the last listing. If undefined, the audit uses the newest time in the objects of
   * this listing.
   */
  readonly now: Date | undefined;
}

export type ReadDump = AuditInput & {
  readonly crashes: readonly string[];
  readonly problems: readonly UnreadResource[];
};

/** What the first reading of the files of a listing shows. */
interface Outline {
  readonly files: readonly DumpFile[];
  readonly keys: Set<string>;
  readonly times: ReadTimes;
  readonly leaseNames: Set<string>;
  readonly nodes: Set<string>;
  readonly kinds: Set<"object" | "pod" | "node" | "event">;
}

/** The maximum number of keys, names of Leases, names of nodes, and places of pods to keep. */
const maxNames = 100_000;

/**
 * Reads files with the output of `kubectl get`. A file that repeats an object of the current
 * listing begins another listing. Throws a usage error if a file cannot be read or is a recording.
 * Also throws a usage error if the newest listing contains no Lease and no LeaseCandidate of the
 * namespace.
 *
 * Reads the files twice, and a third time if they contain pods: the rules need the time of the
 * listing, and the Leases contain the names of the pods that count. Reads them again for the events
 * if a pod does not renew its Lease.
 */
export async function readDump(reading: DumpReading, rules: StoredRules): Promise<ReadDump> {
  const unread = unreadObjects();
  const outlines: Outline[] = [];
  for (const file of reading.files) {
    const outline = await outlineOf(file, reading.namespace, unread);
    const current = outlines.at(-1);
    if (current === undefined || [...outline.keys].some((key) => current.keys.has(key))) outlines.push(outline);
    else outlines.splice(-1, 1, joined(current, outline));
  }
  const timed = outlines.map((outline) => ({ outline, at: new Date(timeOfRead(outline.times) ?? 0) }));
  const last = timed.toSorted((a, b) => a.at.getTime() - b.at.getTime()).at(-1);
  if (last === undefined || !last.outline.kinds.has("object"))
    throw new UsageError(`${reading.files.join(", ")} must contain a Lease or a LeaseCandidate`);
  const budget = listingBudget();
  const listing = await toListing(last.outline, reading.namespace, { rules, now: reading.now ?? last.at, budget });
  const earlier: EarlierListing[] = [];
  for (const { outline, at } of timed
    .filter((each) => each !== last)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime()))
    earlier.push(toEarlier(await toListing(outline, reading.namespace, { rules: undefined, now: at, budget })));
  const problems = unread.resources(budget);
  const names = await namesIn(last.outline, listing, problems);
  return {
    ...names,
    resumed: await resumptionsIn(last.outline, listing, names.pods),
    earlier,
    last: listing,
    crashes: listing.crashes,
    problems,
  };
}

async function outlineOf(path: string, namespace: string | undefined, unread: UnreadObjects): Promise<Outline> {
  const files = await openDumps([path]);
  const outline: Outline = {
    files,
    keys: new Set(),
    times: noTimes(),
    leaseNames: new Set(),
    nodes: new Set(),
    kinds: new Set(),
  };
  await visitValues(files, ({ value, exceeded, locate }) => {
    if (exceeded === undefined) {
      if (findKubernetesReview(value) !== undefined) throw new UsageError(`${path} ${mustBeListed}`);
      const object = dumpedObject(value);
      if (object === undefined) return;
      addTimes(outline.times, value as object);
      addToOutline(outline, object, namespace);
    } else if (mayBeRead(exceeded, namespace)) {
      outline.kinds.add("object");
      unread.add(exceeded, `${placeText(locate([]))}: ${exceeded.limit}`);
    }
  });
  return outline;
}

function mayBeRead({ kind, namespace }: Identity, only: string | undefined): boolean {
  const isOther = kind !== undefined && kind !== "Lease" && kind !== "LeaseCandidate";
  return !isOther && (only === undefined || (namespace ?? only) === only);
}

function addToOutline(
  { keys, leaseNames, nodes, kinds }: Outline,
  object: DumpedObject,
  namespace: string | undefined,
): void {
  if ("pod" in object) kinds.add("pod");
  else if ("event" in object) kinds.add("event");
  else if ("node" in object) {
    kinds.add("node");
    addUpTo(nodes, object.node.name);
  } else {
    addUpTo(keys, referenceKey(referenceTo(object.served.gvk.kind, object.object)));
    if (!isIn(namespace, object)) return;
    kinds.add("object");
    if (object.served.gvk.kind === "LeaseCandidate") addUpTo(leaseNames, textAt(object.object, "spec", "leaseName"));
  }
}

function addUpTo(names: Set<string>, name: string): void {
  if (names.size < maxNames) names.add(name);
}

function isIn(namespace: string | undefined, { object }: ViewedObject): boolean {
  return namespace === undefined || metadataOf(object)?.["namespace"] === namespace;
}

function joined(one: Outline, other: Outline): Outline {
  mergeTimes(one.times, other.times);
  const sets = ["keys", "leaseNames", "nodes"] as const;
  for (const set of sets) for (const name of other[set]) addUpTo(one[set], name);
  for (const kind of other.kinds) one.kinds.add(kind);
  return { ...one, files: [...one.files, ...other.files] };
}

const mustBeListed =
  "must be the output of kubectl get, not a recording: in a recording, Leases look expired, because their renewals are absent; use --recording to add the recording to a listing, lease-guard simulate, or lease-guard learn";

async function toListing(
  { files, leaseNames }: Outline,
  namespace: string | undefined,
  settings: Omit<ReaderSettings, "candidates">,
): Promise<Listing & { readonly crashes: readonly string[] }> {
  const read = objectReader({ ...settings, candidates: [...leaseNames].map((leaseName) => ({ leaseName })) });
  const objects: ListedObject[] = [];
  const crashes: string[] = [];
  await visitValues(files, ({ value }) => {
    const object = dumpedObject(value);
    if (object === undefined || !("served" in object) || !isIn(namespace, object)) return;
    const page = read([object]);
    for (const listed of page.objects) objects.push(listed);
    crashes.push(...page.crashes);
  });
  return { readAt: settings.now, isServerTime: false, objects, crashes };
}

async function namesIn(
  { files, nodes, kinds }: Outline,
  { objects }: Listing,
  problems: readonly UnreadResource[],
): Promise<Pick<AuditInput, "pods" | "nodes" | "unread">> {
  const names = new PodNames(hostsIn(objects));
  const unread: readonly UnreadResource[] = [
    ...(kinds.has("pod") ? [] : [{ resource: "pods", reason: "the files contain no Pod: add pods to kubectl get" }]),
    ...(kinds.has("node")
      ? []
      : [{ resource: "nodes", reason: "the files contain no Node: add nodes to kubectl get" }]),
  ];
  let count = 0;
  const addPod = ({ value }: DumpValue): void => {
    const object = dumpedObject(value);
    if (object === undefined || !("pod" in object) || object.pod === undefined || count === maxNames) return;
    if (names.add(object.pod.namespace, object.pod.name)) count++;
  };
  if (kinds.has("pod")) await visitValues(files, addPod);
  return {
    pods: kinds.has("pod") ? names.names : undefined,
    nodes: kinds.has("node") ? nodeNames([...nodes]) : undefined,
    unread: [...unread, ...problems],
  };
}

async function resumptionsIn(
  { files, kinds }: Outline,
  { objects, readAt }: Listing,
  pods: Names | undefined,
): Promise<Resumptions> {
  const hung = hungLeases(objects, readAt.getTime(), pods);
  const { times, add } = resumptionsOf(hung);
  if (hung.length > 0 && kinds.has("event"))
    await visitValues(files, ({ value }) => {
      const object = dumpedObject(value);
      if (object !== undefined && "event" in object) add(object.event);
    });
  return times;
}

/** Calls a function with each value of files that is not a list. */
async function visitValues(files: readonly DumpFile[], visit: (value: DumpValue) => void): Promise<void> {
  for (const { values } of files)
    for await (const batch of values()) for (const value of batch) if ("locate" in value) visit(value);
}
