import type { ApiServer } from "../cluster/api-server.ts";
import { listParts } from "../cluster/list-pages.ts";
import { readResource } from "../cluster/read-resource.ts";
import { manifestObjects } from "../core/api/listed-objects.ts";
import { apiVersionOf } from "../core/api/meta.ts";
import { listPath, resourceName, type UnreadResource } from "../core/api/requests.ts";
import { leaseApiVersion, resources, servedVersions } from "../core/api/served-versions.ts";
import { goQuote } from "../core/field/go-quote.ts";
import { failed, type Result } from "../core/field/result.ts";
import { UsageError } from "../terminal/errors.ts";
import { listWithProgress } from "../terminal/list-with-progress.ts";
import type { Progress } from "../terminal/progress.ts";
import type { Listing } from "./audit.ts";
import { nameOf, runningPhase } from "./dump.ts";
import type { ListedObject } from "./listed-object.ts";
import { type ListingBudget, listingBudget } from "./listing-budget.ts";
import { hostsIn, type Names, nodeNames, PodNames } from "./names.ts";
import { objectReader, type ReaderSettings } from "./object-reader.ts";
import { electionEvents, hungLeases, type Resumptions, resumptionsOf } from "./resumptions.ts";
import type { StoredRules } from "./stored-rules.ts";
import { unreadObjects } from "./unread-objects.ts";

export interface AuditReading {
  readonly api: ApiServer;
  /** The only namespace whose Leases and LeaseCandidates the audit reads. */
  readonly namespace: string | undefined;
  readonly progress: Progress;
  readonly budget?: ListingBudget;
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

type ReadList = Pick<ReadListing, "readAt" | "objects" | "crashes" | "problems">;

export const candidateResource: string = resourceName(leaseApiVersion, resources.LeaseCandidate);

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
  return failed({ resource: candidateResource, reason: "the API server does not serve them" });
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

/** The names of the pods and nodes that the checks compare holders with. */
export interface ReadNames {
  readonly pods: Names | undefined;
  readonly nodes: Names | undefined;
  readonly unread: readonly UnreadResource[];
}

/**
 * Lists the nodes, and the running pods of all namespaces, because a holder can run in any
 * namespace.
 */
export async function readNames({ api, progress }: AuditReading, objects: readonly ListedObject[]): Promise<ReadNames> {
  const query = { fieldSelector: `status.phase=${runningPhase}` };
  let pods = new PodNames(hostsIn(objects));
  let nodes: string[] = [];
  const readPods = async (): Promise<Names> => {
    const restart = (): void => {
      pods = new PodNames(hostsIn(objects));
    };
    for await (const { items } of listParts(
      api,
      listPath("v1", undefined, "pods"),
      { metadataOnly: true, query },
      restart,
    )) {
      for (const { namespace, name } of items.map(nameOf)) pods.add(namespace, name);
      progress.show(() => "reading pods");
    }
    return pods.names;
  };
  const readNodes = async (): Promise<Names> => {
    const restart = (): void => {
      nodes = [];
    };
    for await (const { items } of listParts(api, listPath("v1", undefined, "nodes"), { metadataOnly: true }, restart)) {
      for (const item of items) nodes.push(nameOf(item).name);
    }
    return nodeNames(nodes);
  };
  const read = [await readResource("pods", readPods()), await readResource("nodes", readNodes())] as const;
  const [ofPods, ofNodes] = read;
  return {
    pods: ofPods.ok ? ofPods.value : undefined,
    nodes: ofNodes.ok ? ofNodes.value : undefined,
    unread: read.flatMap((each) => (each.ok ? [] : [withoutStatus(each.error)])),
  };
}

/**
 * Lists the events about the Leases of pods that do not renew. In a cluster without such Leases,
 * sends no request.
 */
export async function readResumptions(
  { api, progress }: AuditReading,
  { objects, readAt }: Listing,
  pods: Names | undefined,
): Promise<{ readonly times: Resumptions; readonly unread: readonly UnreadResource[] }> {
  const hung = hungLeases(objects, readAt.getTime(), pods);
  const namespaces = new Set(hung.map(({ namespace }) => namespace));
  const [namespace] = namespaces.size === 1 ? namespaces : [undefined];
  const { times, add } = resumptionsOf(hung);
  const readEvents = async (): Promise<void> => {
    const query = { fieldSelector: electionEvents };
    for await (const { items } of listParts(api, listPath("v1", namespace, "events"), { query }, () => {})) {
      for (const item of items) add(item);
      progress.show(() => "reading events");
    }
  };
  const read = hung.length === 0 ? undefined : await readResource("events", readEvents());
  return { times, unread: read === undefined || read.ok ? [] : [withoutStatus(read.error)] };
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
