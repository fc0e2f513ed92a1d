import { namespacedName } from "../core/field/object-reference.ts";
import { failed, ok, type Result } from "../core/field/result.ts";
import { hourMs, minuteMs } from "../core/text/duration.ts";
import type { ListedObject } from "../listing/listed-object.ts";
import type { Listing } from "../listing/listing.ts";
import type { LeaseRequest } from "../recording/audit-event.ts";

/** The requests of one pod for one Lease. All times are in milliseconds. */
export interface PodRequests {
  readonly count: number;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly longestGapMs: number;
  /** True if the API server accepted the last request, and this request is a write. */
  readonly endsWithWrite: boolean;
}

/** The requests for Leases in audit logs that contain the requests to all API servers. */
export interface LeaseRequests {
  /** The period in which no request to an API server is absent, in milliseconds since 1970. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly of: (lease: Named, podUid: string) => PodRequests | undefined;
  /** Returns the median time between two `get` requests of pods, if the logs show it. */
  readonly pollMs: (lease: Named, podUids: readonly string[]) => number | undefined;
  /**
   * Reports whether a pod has sent a request for another Lease since a time, or watches Leases.
   */
  readonly usesOther: (lease: Named, podUid: string, sinceMs: number) => boolean;
  /** Reports whether the logs contain the `get` requests of the pods of a namespace. */
  readonly showsGets: (namespace: string) => boolean;
}

type Named = Pick<ListedObject, "namespace" | "name">;

interface Kept {
  count: number;
  firstMs: number;
  lastMs: number;
  lastGetMs: number | undefined;
  longestGapMs: number;
  endsWithWrite: boolean;
  readonly pollsMs: number[];
}

export interface RequestCollector {
  readonly add: (request: LeaseRequest) => void;
  /** Without such requests, a log shows nothing about pods that wait. */
  readonly hasGets: () => boolean;
  /**
   * Returns the requests. Fails if requests to an API server of the listing can be absent, and if
   * the logs contain the requests of no pod or of too many pods.
   */
  readonly requests: (listing: Pick<Listing, "objects" | "readAt">) => Result<LeaseRequests, string>;
}

/** The number of pairs of a pod and a Lease, and of times between `get` requests of each pair. */
const [maxPairs, maxPolls] = [100_000, 20];

const ofSomeServers =
  "the audit logs do not show that each API server of the listing renews its Lease in kube-system; use recent audit logs of all API servers, and list all namespaces";

const withoutPods = "the audit logs contain no get request of a pod whose token is bound to the pod";

const tooManyPairs = `the audit logs contain requests of more than ${maxPairs} pairs of a pod and a Lease; use audit logs of a shorter time`;

/** The longest time between the logs and a listing, in which few containers restart. */
const maxAgeMs = hourMs;

/** The number of times between `get` requests that show the usual time. */
const minPolls = 4;

/** The user with which an API server sends requests to itself. */
const apiServerUser = "system:apiserver";

/**
 * An API server writes its identity Lease every 10 s through itself, so its own audit log contains
 * these writes. They show which API servers a log is of, and until when it is complete.
 */
export function requestCollector(): RequestCollector {
  const byPod = new Map<string, Map<string, Kept>>();
  const apiServers = new Map<string, { firstMs: number; lastMs: number }>();
  const namespacesWithGets = new Set<string>();
  const watchers = new Set<string>();
  let [pairs, hasGets] = [0, false];
  const addOfPod = (podUid: string, request: LeaseRequest): void => {
    const { verb, name, namespace } = request;
    if (verb === "get") namespacesWithGets.add(namespace);
    if (verb === "list" || verb === "watch") watchers.add(podUid);
    // At the level Metadata, the event of a create contains no name.
    if (name === "" || pairs > maxPairs) return;
    const ofPod = byPod.get(podUid) ?? new Map<string, Kept>();
    byPod.set(podUid, ofPod);
    const known = ofPod.get(namespacedName(request));
    if (known !== undefined) extend(known, request);
    else {
      pairs++;
      ofPod.set(namespacedName(request), begin(request));
    }
  };
  const add = (request: LeaseRequest): void => {
    if (request.verb === "get") hasGets = true;
    const ms = request.time.getTime();
    if (request.podUid !== undefined) addOfPod(request.podUid, request);
    else if (request.username === apiServerUser && request.isAccepted) {
      const seen = apiServers.get(namespacedName(request));
      if (seen === undefined) apiServers.set(namespacedName(request), { firstMs: ms, lastMs: ms });
      else [seen.firstMs, seen.lastMs] = [Math.min(seen.firstMs, ms), Math.max(seen.lastMs, ms)];
    }
  };
  const period = ({ objects, readAt }: Pick<Listing, "objects" | "readAt">): { fromMs: number; toMs: number } => {
    const end = Math.min(Math.max(...[...apiServers.values()].map(({ lastMs }) => lastMs)), readAt.getTime());
    const live = objects.filter((each) => each.isApiServerIdentity && (each.renewedMs ?? 0) >= end - minuteMs);
    const seen = live.map((each) => apiServers.get(namespacedName(each)));
    const nothing = { firstMs: Number.POSITIVE_INFINITY, lastMs: Number.NEGATIVE_INFINITY };
    const known = seen.length === 0 ? [nothing] : seen.map((each) => each ?? nothing);
    return {
      fromMs: Math.max(...known.map(({ firstMs }) => firstMs)),
      // A pod of the listing can end later.
      toMs: Math.min(readAt.getTime(), ...known.map(({ lastMs }) => lastMs)),
    };
  };
  return {
    add,
    hasGets: () => hasGets,
    requests: (listing) => {
      const { fromMs, toMs } = period(listing);
      const isOld = listing.readAt.getTime() - toMs > maxAgeMs;
      if (namespacesWithGets.size === 0) return failed(withoutPods);
      if (pairs > maxPairs) return failed(tooManyPairs);
      if (fromMs >= toMs || isOld) return failed(ofSomeServers);
      const of = (lease: Named, podUid: string): Kept | undefined => byPod.get(podUid)?.get(namespacedName(lease));
      return ok({
        fromMs,
        toMs,
        of,
        pollMs: (lease, podUids) => median(podUids.flatMap((uid) => of(lease, uid)?.pollsMs ?? [])),
        usesOther: (lease, podUid, sinceMs) =>
          watchers.has(podUid) ||
          [...(byPod.get(podUid) ?? [])].some(([key, { lastMs }]) => key !== namespacedName(lease) && lastMs > sinceMs),
        showsGets: (namespace) => namespacesWithGets.has(namespace),
      });
    },
  };
}

function begin({ time, verb, isAccepted }: LeaseRequest): Kept {
  const ms = time.getTime();
  return {
    count: 1,
    firstMs: ms,
    lastMs: ms,
    lastGetMs: verb === "get" ? ms : undefined,
    longestGapMs: 0,
    endsWithWrite: verb !== "get" && isAccepted,
    pollsMs: [],
  };
}

/** The logs of several API servers follow each other, so an earlier request can come later. */
function extend(known: Kept, { time, verb, isAccepted }: LeaseRequest): void {
  const ms = time.getTime();
  known.count++;
  known.firstMs = Math.min(known.firstMs, ms);
  if (verb === "get") {
    const poll = ms - (known.lastGetMs ?? ms);
    if (poll > 0) known.pollsMs.push(poll);
    if (known.pollsMs.length > maxPolls) known.pollsMs.shift();
    known.lastGetMs = ms;
  }
  if (ms < known.lastMs) return;
  known.longestGapMs = Math.max(known.longestGapMs, ms - known.lastMs);
  known.lastMs = ms;
  known.endsWithWrite = verb !== "get" && isAccepted;
}

function median(times: readonly number[]): number | undefined {
  return times.length < minPolls ? undefined : times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
}
