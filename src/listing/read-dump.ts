import type { UnreadResource } from "../core/api/requests.ts";
import type { ViewedObject } from "../engine/validate/view.ts";
import type { DumpValue } from "../manifest/json-dump.ts";
import { UsageError } from "../terminal/errors.ts";
import type { FindProgram } from "../workload/find-program.ts";
import { type SetMember, setMemberOf } from "../workload/object-set.ts";
import type { ElectionProgram } from "../workload/program.ts";
import { tableFinder } from "../workload/table-finder.ts";
import { dumpedObject, timeOfRead } from "./dump.ts";
import {
  type FileFailure,
  isIn,
  joined,
  keyOf,
  type Outline,
  outlineOf,
  rejectTwoClusters,
  toUnread,
  visitValues,
} from "./dump-outline.ts";
import { nodesOf } from "./holder.ts";
import { leadershipsOf, unheldLeases } from "./leaderships.ts";
import type { ListedObject } from "./listed-object.ts";
import { type EarlierListing, type ListedCluster, type Listing, toEarlier } from "./listing.ts";
import { type ListingBudget, listingBudget } from "./listing-budget.ts";
import { objectReader, type ReaderSettings } from "./object-reader.ts";
import { isInState } from "./object-version.ts";
import { absentOwners } from "./owners.ts";
import { podElections } from "./pod-elections.ts";
import { Pods, tooManyPods } from "./pods.ts";
import { candidateResource } from "./read-cluster.ts";
import { grantKinds } from "./read-grants.ts";
import type { StoredRules } from "./stored-rules.ts";
import { unreadObjects } from "./unread-objects.ts";
import { findUnstarted, type UnstartedElection, withMissingVerbs } from "./unstarted.ts";

export interface DumpReading {
  readonly files: readonly string[];
  /** The only namespace whose objects count. If undefined, the objects of all namespaces count. */
  readonly namespace: string | undefined;
  /**
   * The time of the last listing. If undefined, the audit uses the newest time in the objects of
   * this listing.
   */
  readonly now: Date | undefined;
  readonly budget?: ListingBudget;
  /** The programs of the settings file, in addition to the program table. */
  readonly programs?: readonly ElectionProgram[] | undefined;
}

export type ReadDump = ListedCluster & {
  /** The uid of the namespace kube-system, if a file contains this namespace. */
  readonly clusterUid: string | undefined;
  readonly crashes: readonly string[];
  readonly problems: readonly UnreadResource[];
};

/**
 * Reads files with the output of `kubectl get`. A file that repeats an object of the current
 * listing begins another listing. Within a listing, only the newest state of an object counts. A
 * file that cannot be read is a problem. Throws a usage error if no file can be read, if a file is
 * a recording, or if the files are of two clusters. Also throws a usage error if the newest listing
 * contains no Lease and no LeaseCandidate of the namespace.
 *
 * Reads the files twice, because the rules need the time of the listing, and a third time if they
 * contain pods. Reads them again for the events if there
 * is a Lease that no client holds.
 */
export async function readDump(reading: DumpReading, rules: StoredRules): Promise<ReadDump> {
  const unread = unreadObjects();
  const outlines: Outline[] = [];
  const failures: FileFailure[] = [];
  for (const path of reading.files) {
    const outline = await outlineOf(path, reading.namespace, unread, failures);
    if (outline === undefined) continue;
    for (const earlier of outlines) rejectTwoClusters(earlier, outline);
    const current = outlines.at(-1);
    if (current === undefined || [...outline.versions.keys()].some((key) => current.versions.has(key)))
      outlines.push(outline);
    else outlines.splice(-1, 1, joined(current, outline));
  }
  const [failure] = failures;
  if (outlines.length === 0 && failure !== undefined) throw failure.error;
  const timed = outlines.map((outline) => ({ outline, at: new Date(timeOfRead(outline.times) ?? 0) }));
  const last = timed.toSorted((a, b) => a.at.getTime() - b.at.getTime()).at(-1);
  if (last === undefined || !last.outline.kinds.has("object"))
    throw new UsageError(`${reading.files.join(", ")} must contain a Lease or a LeaseCandidate`);
  const { budget = listingBudget() } = reading;
  const listing = await toListing(last.outline, reading.namespace, { rules, now: reading.now ?? last.at, budget });
  const earlier: EarlierListing[] = [];
  for (const { outline, at } of timed
    .filter((each) => each !== last)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime()))
    earlier.push(toEarlier(await toListing(outline, reading.namespace, { rules: undefined, now: at, budget })));
  const problems = [...failures.map(toUnread), ...unread.resources(budget)];
  const findProgram = tableFinder(reading.programs);
  const hosts = await hostsIn(last.outline, findProgram);
  const led = await leadershipsIn(last.outline, listing);
  const { namespace } = reading;
  const elections = await podElections(hosts.pods, findProgram);
  const unstarted =
    problems.length > 0
      ? []
      : findUnstarted({ listing, pods: hosts.pods, podElections: elections.elections, namespace });
  return {
    ...hosts,
    ...led,
    owners: last.outline.owners,
    unread: [...hosts.unread, ...absentOwners(listing, last.outline.kinds), ...absentCandidates(listing), ...problems],
    clusterUid: outlines.flatMap(({ clusterUids }) => [...clusterUids]).at(0),
    podElections: elections,
    unstarted: await withRights(unstarted, last.outline),
    earlier,
    last: listing,
    crashes: listing.crashes,
    problems,
  };
}

async function toListing(
  { files, leaseNames, versions }: Outline,
  namespace: string | undefined,
  settings: Omit<ReaderSettings, "candidates">,
): Promise<Listing & { readonly crashes: readonly string[] }> {
  const read = objectReader({ ...settings, candidates: [...leaseNames].map((leaseName) => ({ leaseName })) });
  const objects: ListedObject[] = [];
  const crashes: string[] = [];
  const left = new Map(versions);
  await visitValues(files, ({ value }) => {
    const object = dumpedObject(value);
    if (object === undefined || !("served" in object) || !isIn(namespace, object)) return;
    if (!takeNewest(object, versions, left)) return;
    const page = read([object]);
    for (const listed of page.objects) objects.push(listed);
    crashes.push(...page.crashes);
  });
  return { readAt: settings.now, isServerTime: false, objects, crashes };
}

/**
 * Reports whether an object is the first one in the newest state. Removes this state from `left`.
 */
function takeNewest(object: ViewedObject, versions: Outline["versions"], left: Outline["versions"]): boolean {
  const key = keyOf(object);
  if (!versions.has(key)) return true;
  const newest = left.get(key);
  return newest !== undefined && isInState(object.object, newest) && left.delete(key);
}

async function hostsIn(
  { files, nodes, kinds }: Outline,
  findProgram: FindProgram,
): Promise<Pick<ListedCluster, "pods" | "nodes" | "unread">> {
  const pods = new Pods(findProgram);
  const unread: readonly UnreadResource[] = [
    ...(kinds.has("pod") ? [] : [{ resource: "pods", reason: "the files contain no Pod: add pods to kubectl get" }]),
    ...(kinds.has("node")
      ? []
      : [{ resource: "nodes", reason: "the files contain no Node: add nodes to kubectl get" }]),
  ];
  const read = { fits: true };
  const addPod = ({ value }: DumpValue): void => {
    const object = dumpedObject(value);
    if (object !== undefined && "pod" in object && object.pod !== undefined) read.fits &&= pods.add(object.pod);
  };
  if (kinds.has("pod")) await visitValues(files, addPod);
  return {
    pods: kinds.has("pod") && read.fits ? pods : undefined,
    nodes: kinds.has("node") ? nodesOf(nodes) : undefined,
    unread: [...unread, ...(read.fits ? [] : [tooManyPods])],
  };
}

/** A file without LeaseCandidates does not show whether a coordinated election has some. */
function absentCandidates({ objects }: Listing): readonly UnreadResource[] {
  if (!objects.some(({ isCoordinated }) => isCoordinated) || objects.some(({ kind }) => kind === "LeaseCandidate"))
    return [];
  const reason = "the files contain no LeaseCandidate: add leasecandidates to kubectl get";
  return [{ resource: candidateResource, reason }];
}

/**
 * Returns the elections with the verbs that the files do not grant. Each cluster has roles and
 * bindings of all kinds, so files without one of them are not complete.
 */
async function withRights(
  unstarted: readonly UnstartedElection[],
  { files }: Outline,
): Promise<readonly UnstartedElection[]> {
  if (unstarted.length === 0) return [];
  const members: SetMember[] = [];
  await visitValues(files, ({ value }) => {
    const member = setMemberOf(value);
    if (member?.group === "roles" || member?.group === "bindings") members.push(member);
  });
  const kinds = new Set(members.map(({ object }) => object.kind));
  return grantKinds.every(({ kind }) => kinds.has(kind)) ? withMissingVerbs(unstarted, members) : unstarted;
}

async function leadershipsIn(
  { files, kinds }: Outline,
  { objects, readAt }: Listing,
): Promise<Pick<ListedCluster, "leaderships" | "lacksEvents">> {
  const unheld = unheldLeases(objects, readAt.getTime());
  const { leaderships, add } = leadershipsOf(unheld);
  if (unheld.length > 0 && kinds.has("event"))
    await visitValues(files, ({ value }) => {
      const object = dumpedObject(value);
      if (object !== undefined && "event" in object) add(object.event);
    });
  return { leaderships, lacksEvents: unheld.length > 0 && !kinds.has("event") };
}
