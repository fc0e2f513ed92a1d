import type { ApiServer } from "../cluster/api-server.ts";
import { listParts } from "../cluster/list-pages.ts";
import { readResource } from "../cluster/read-resource.ts";
import { textAt } from "../core/api/fields.ts";
import { manifestObjects } from "../core/api/listed-objects.ts";
import { apiVersionOf } from "../core/api/meta.ts";
import { listPath, type UnreadResource } from "../core/api/requests.ts";
import { leaseApiVersion, resources, servedVersions } from "../core/api/served-versions.ts";
import { goQuote } from "../core/field/go-quote.ts";
import { failed, type Result } from "../core/field/result.ts";
import { UsageError } from "../terminal/errors.ts";
import { listWithProgress } from "../terminal/list-with-progress.ts";
import type { Progress } from "../terminal/progress.ts";
import type { ElectionProgram } from "../workload/program.ts";
import { tableFinder } from "../workload/table-finder.ts";
import { nameOf } from "./dump.ts";
import { type Nodes, nodesOf } from "./holder.ts";
import { electionEvents, leadershipsOf, unheldLeases } from "./leaderships.ts";
import type { ListedObject } from "./listed-object.ts";
import type { ListedCluster, Listing } from "./listing.ts";
import { type ListingBudget, listingBudget } from "./listing-budget.ts";
import { objectReader, type ReaderSettings } from "./object-reader.ts";
import { podElections } from "./pod-elections.ts";
import { Pods, runningPhase, tooManyPods } from "./pods.ts";
import { grantKinds, readGrants } from "./read-grants.ts";
import type { StoredRules } from "./stored-rules.ts";
import { unreadObjects } from "./unread-objects.ts";
import { findUnstarted, withMissingVerbs } from "./unstarted.ts";

export interface AuditReading {
  readonly api: ApiServer;
  /** The only namespace whose Leases and LeaseCandidates the audit reads. */
  readonly namespace: string | undefined;
  readonly progress: Progress;
  readonly budget?: ListingBudget;
  /** The programs of the settings file, in addition to the program table. */
  readonly programs?: readonly ElectionProgram[] | undefined;
}

/**
 * The Leases and LeaseCandidates of a cluster, the crashes of rules that validated these objects,
 * and the resources that the audit could not read.
 */
export interface ReadListing extends Listing {
  readonly crashes: readonly string[];
  readonly unread: readonly UnreadResource[];
  readonly problems: readonly UnreadResource[];
}

const notServed = "the API server does not serve them";

/** Reports whether a cluster has no LeaseCandidates, because its API server does not serve them. */
export function servesNoCandidates({ resource, reason }: UnreadResource): boolean {
  return resource === candidateResource && reason === notServed;
}

type ReadList = Pick<ReadListing, "readAt" | "objects" | "crashes" | "problems">;

export const candidateResource = "leasecandidates.coordination.k8s.io";

/**
 * Lists the Leases and LeaseCandidates of a cluster. Reads the facts of each object as it arrives.
 * Rejects with a `ClusterError` if the Leases cannot be read, and with a usage error if a response
 * has no time.
 */
export async function readListing(reading: AuditReading, rules: StoredRules | undefined): Promise<ReadListing> {
  const { budget = listingBudget() } = reading;
  const candidates = await readCandidates(reading, rules, budget);
  const known = candidates.ok ? candidates.value.objects : [];
  const leases = await readObjects(reading, leaseApiVersion, resources.Lease, { rules, candidates: known, budget });
  return {
    readAt: leases.readAt,
    isServerTime: true,
    objects: [...known, ...leases.objects],
    crashes: [...(candidates.ok ? candidates.value.crashes : []), ...leases.crashes],
    unread: candidates.ok ? [] : [candidates.error],
    problems: [
      ...(candidates.ok ? candidates.value.problems : []),
      ...leases.problems,
      ...unreadObjects().resources(budget),
    ],
  };
}

/**
 * Lists the Leases of a cluster without their candidates, and without the findings of rules.
 * Rejects in the same cases as `readListing`.
 */
export async function readLeases(reading: AuditReading): Promise<Pick<ReadListing, "objects" | "problems">> {
  const budget = listingBudget();
  const settings = { rules: undefined, candidates: [], budget };
  const { objects, problems } = await readObjects(reading, leaseApiVersion, resources.Lease, settings);
  return { objects, problems: [...problems, ...unreadObjects().resources(budget)] };
}

/**
 * Lists the LeaseCandidates in the first version that the API server serves. Fails if the API
 * server serves no version, or if it rejects the request. Rejects in the same cases as
 * `readResource`.
 */
async function readCandidates(
  reading: AuditReading,
  rules: StoredRules | undefined,
  budget: ListingBudget,
): Promise<Result<ReadList, UnreadResource>> {
  for (const { gvk } of servedVersions.filter((each) => each.gvk.kind === "LeaseCandidate")) {
    const apiVersion = apiVersionOf(gvk);
    const read = await readResource(
      candidateResource,
      readObjects(reading, apiVersion, resources.LeaseCandidate, { rules, candidates: [], budget }),
    );
    if (read.ok) return read;
    if (read.error.status !== 404) return failed(withoutStatus(read.error));
  }
  return failed({ resource: candidateResource, reason: notServed });
}

async function readObjects(
  { api, namespace, progress }: AuditReading,
  apiVersion: string,
  resource: string,
  settings: Omit<ReaderSettings, "now">,
): Promise<ReadList> {
  let objects: ListedObject[] = [];
  let crashes: string[] = [];
  const unread = unreadObjects();
  let read: ReturnType<typeof objectReader> | undefined;
  const readAt = await listWithProgress(api, {
    path: listPath(apiVersion, namespace, resource),
    resource,
    progress,
    take: ({ items, exceeding }, now) => {
      read ??= objectReader({ ...settings, now });
      const page = read(items.flatMap((item) => manifestObjects(item).objects));
      for (const listed of page.objects) objects.push(listed);
      for (const each of exceeding) unread.add({ kind: resource, ...each }, each.limit);
      crashes.push(...page.crashes);
    },
    restart: () => {
      [objects, crashes, read] = [[], [], undefined];
      unread.clear();
      settings.budget?.clear();
    },
  });
  return { readAt, objects, crashes, problems: unread.resources() };
}

/** The running pods of all namespaces, because a holder can run in any namespace, and the nodes. */
export async function readHosts({
  api,
  progress,
  programs: own,
}: AuditReading): Promise<Pick<ListedCluster, "pods" | "nodes" | "unread">> {
  const findProgram = tableFinder(own);
  const query = { fieldSelector: `status.phase=${runningPhase}` };
  const readPods = async (): Promise<Pods | undefined> => {
    let [pods, fits] = [new Pods(findProgram), true];
    const restart = (): void => {
      [pods, fits] = [new Pods(findProgram), true];
    };
    for await (const { items } of listParts(api, listPath("v1", undefined, "pods"), { query }, restart)) {
      for (const item of items) if (typeof item === "object" && item !== null) fits &&= pods.add(item);
      progress.show(() => "reading pods");
    }
    return fits ? pods : undefined;
  };
  const readNodes = async (): Promise<Nodes> => {
    let nodes: [string, string][] = [];
    const restart = (): void => {
      nodes = [];
    };
    for await (const { items } of listParts(api, listPath("v1", undefined, "nodes"), { metadataOnly: true }, restart))
      for (const item of items) nodes.push([nameOf(item).name, textAt(item, "metadata", "uid")]);
    return nodesOf(nodes);
  };
  const pods = await readResource("pods", readPods());
  const nodes = await readResource("nodes", readNodes());
  return {
    pods: pods.ok ? pods.value : undefined,
    nodes: nodes.ok ? nodes.value : undefined,
    unread: [
      ...(pods.ok ? (pods.value === undefined ? [tooManyPods] : []) : [withoutStatus(pods.error)]),
      ...(nodes.ok ? [] : [withoutStatus(nodes.error)]),
    ],
  };
}

/**
 * Lists the events about the elections of Leases that no client holds. In a cluster without such
 * Leases, sends no request.
 */
export async function readLeaderships(
  { api, progress }: AuditReading,
  { objects, readAt }: Listing,
): Promise<Pick<ListedCluster, "leaderships" | "unread">> {
  const unheld = unheldLeases(objects, readAt.getTime());
  const namespaces = new Set(unheld.map(({ namespace }) => namespace));
  const [namespace] = namespaces.size === 1 ? namespaces : [undefined];
  const { leaderships, add } = leadershipsOf(unheld);
  const readEvents = async (): Promise<void> => {
    const query = { fieldSelector: electionEvents };
    for await (const { items } of listParts(api, listPath("v1", namespace, "events"), { query }, () => {})) {
      for (const item of items) add(item);
      progress.show(() => "reading events");
    }
  };
  const read = unheld.length === 0 ? undefined : await readResource("events", readEvents());
  return { leaderships, unread: read === undefined || read.ok ? [] : [withoutStatus(read.error)] };
}

/**
 * Returns the elections of ready pods, and those whose Lease no client has ever held. Lists roles
 * and bindings only if there is one of the latter.
 */
export async function readPodElections(
  { api, namespace, progress, programs: own }: AuditReading,
  { problems, ...listing }: Listing & Pick<ReadListing, "problems">,
  pods: Pods | undefined,
): Promise<Required<Pick<ListedCluster, "podElections" | "unstarted" | "unread">>> {
  const elections = await podElections(pods, tableFinder(own));
  const known = { podElections: elections, unstarted: [], unread: [] };
  // The objects that were not read can be the Leases of these elections.
  if (problems.length > 0) return known;
  const unstarted = findUnstarted({ listing, pods, podElections: elections.elections, namespace });
  if (unstarted.length === 0) return known;
  const namespaces = new Set(unstarted.map(({ election }) => election.lockNamespace));
  const [single] = namespaces.size === 1 ? namespaces : [undefined];
  const { members, ...others } = await readGrants({ api, namespace: single, progress }, grantKinds);
  const unread = [...others.unread, ...others.problems];
  return { ...known, unstarted: unread.length > 0 ? unstarted : withMissingVerbs(unstarted, members), unread };
}

/**
 * Looks up the namespace of an audit that found no object in it. Throws a usage error if it does
 * not exist, and returns the reason if the API server does not permit the look-up.
 */
export async function requireNamespace(
  { api, namespace }: AuditReading,
  { objects }: Pick<Listing, "objects">,
): Promise<readonly UnreadResource[]> {
  if (namespace === undefined || objects.length > 0) return [];
  const path = `${listPath("v1", undefined, "namespaces")}/${encodeURIComponent(namespace)}`;
  const read = await readResource("namespaces", api({ method: "GET", path }));
  if (read.ok) return [];
  if (read.error.status === 404)
    throw new UsageError(`-n: must be a namespace of the cluster, and ${goQuote(namespace)} does not exist`);
  return [withoutStatus(read.error)];
}

function withoutStatus({ resource, reason }: UnreadResource): UnreadResource {
  return { resource, reason };
}
