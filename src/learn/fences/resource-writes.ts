import { earlier, later } from "../../core/text/time.ts";
import { fencedResource, unfencedReason } from "../../policy/fence.ts";
import { type AuditedRequest, leaseResource } from "../../recording/audit-event.ts";
import type { Period } from "../evidence.ts";
import { type Election, holdersBetween } from "./elections.ts";

/** The writes of a pod of the account that did not hold the Lease. */
export interface OutsideWrites {
  /** The value is undefined if the token is not bound to a pod. */
  readonly pod: string | undefined;
  /** The holder at the time of the first of these writes, or "" if no client held the Lease. */
  readonly holder: string;
  writes: number;
}

/** The writes of a resource by the pods of an account. */
export interface ResourceWrites {
  /** The number of writes by the holder. */
  writes: number;
  period: Period | undefined;
  /** The writes of other pods, by pod and holder. */
  readonly outside: Map<string, OutsideWrites>;
  /** The number of all writes of other pods. */
  outsideWrites: number;
}

/** A pod of an account from its creation to its deletion, so far as its requests show it. */
interface PodLife {
  readonly pod: string;
  firstMs: number;
  /** The elections in which the pod takes part. */
  readonly elections: Set<Election>;
}

export interface AccountRequests {
  readonly lives: Map<string, PodLife>;
  /** The time of the first `get` request for each Lease. */
  readonly firstGetMs: Map<Election, number>;
  lastMs: number;
}

export interface RequestTally {
  readonly elections: ReadonlyMap<string, readonly Election[]>;
  readonly accounts: Map<string, AccountRequests>;
  readonly resources: Map<Election, Map<string, ResourceWrites>>;
  /** The keys of `resources` in all elections, which `maxPairs` limits. */
  pairs: number;
  /** The number of writes of further pairs. */
  untallied: number;
}

/** The maximum number of pairs of a Lease and a resource, and of pods of all accounts. */
const [maxPairs, maxLives] = [10_000, 20_000];

/** The maximum number of different pods and holders in the outside writes of a resource. */
const maxOutside = 10;

/**
 * The time before and after a handover in milliseconds for which the writes of both pods are those
 * of the holder. It covers writes in process, and clocks of API servers that differ.
 */
const graceMs = 1_000;

export function newRequestTally(elections: ReadonlyMap<string, readonly Election[]>): RequestTally {
  return { elections, accounts: new Map(), resources: new Map(), pairs: 0, untallied: 0 };
}

const writeVerbs: readonly string[] = ["create", "update", "patch"];

/**
 * The statuses of writes that a fence cannot affect: they fail before kube-apiserver evaluates
 * admission policies, or because of one. Other failed writes count, because a fence would change
 * their error.
 */
const unaffected: readonly number[] = [401, 403, 404];

/** Adds a request of a pod of an account whose pods lead. Ignores all other requests. */
export function addRequest(tally: RequestTally, request: AuditedRequest): void {
  const elections = tally.elections.get(request.username);
  if (elections === undefined) return;
  addToAccount(tally, elections, request);
  if (!writeVerbs.includes(request.verb) || !canBeFenced(request.resource)) return;
  if (unaffected.includes(request.status)) return;
  for (const election of elections) addWrite(tally, election, request);
}

function addToAccount(tally: RequestTally, elections: readonly Election[], request: AuditedRequest): void {
  const { username, pod, podUid, verb, resource } = request;
  const ms = request.time.getTime();
  const account = tally.accounts.get(username) ?? { lives: new Map(), firstGetMs: new Map(), lastMs: ms };
  tally.accounts.set(username, account);
  account.lastMs = Math.max(account.lastMs, ms);
  if (pod === undefined) return;
  const key = podUid ?? pod;
  const life = account.lives.get(key) ?? { pod, firstMs: ms, elections: new Set() };
  if (account.lives.size < maxLives) account.lives.set(key, life);
  life.firstMs = Math.min(life.firstMs, ms);
  if (resource !== leaseResource) return;
  const election = elections.find(({ namespace, name }) => namespace === request.namespace && name === request.name);
  if (election === undefined) return;
  life.elections.add(election);
  if (verb === "get") account.firstGetMs.set(election, Math.min(account.firstGetMs.get(election) ?? ms, ms));
}

function addWrite(tally: RequestTally, election: Election, request: AuditedRequest): void {
  const ms = request.time.getTime();
  const holders = holdersBetween(election, ms - graceMs, ms + graceMs);
  if (holders.includes(undefined)) return;
  const writes = writesOf(tally, election, request.resource);
  if (writes === undefined) return;
  const isHolder = holders.some((holder) => holder && election.pods.get(holder)?.pod === request.pod);
  if (!isHolder || request.pod === undefined) addOutside(writes, holders.at(-1) ?? "", request);
  else if (request.isAccepted && !request.dryRun) {
    writes.writes++;
    const { first, last } = writes.period ?? { first: request.time, last: request.time };
    writes.period = { first: earlier(first, request.time), last: later(last, request.time) };
  }
}

function addOutside(writes: ResourceWrites, holder: string, { pod }: AuditedRequest): void {
  writes.outsideWrites++;
  const key = JSON.stringify([pod, holder]);
  const known = writes.outside.get(key);
  if (known !== undefined) known.writes++;
  else if (writes.outside.size < maxOutside) writes.outside.set(key, { pod, holder, writes: 1 });
}

function writesOf(tally: RequestTally, election: Election, resource: string): ResourceWrites | undefined {
  const ofElection = tally.resources.get(election) ?? new Map<string, ResourceWrites>();
  tally.resources.set(election, ofElection);
  const known = ofElection.get(resource);
  if (known !== undefined) return known;
  if (tally.pairs >= maxPairs) {
    tally.untallied++;
    return undefined;
  }
  tally.pairs++;
  const writes = { writes: 0, period: undefined, outside: new Map(), outsideWrites: 0 };
  ofElection.set(resource, writes);
  return writes;
}

/**
 * Reports whether `learn` can propose a resource. The only subresource is `status`, because others
 * have objects without times of their own, or do not belong to the leader.
 */
function canBeFenced(resource: string): boolean {
  const fenced = fencedResource(resource);
  if (fenced === undefined) return false;
  const [, subresource = "status"] = fenced.resource.split("/");
  return subresource === "status" && unfencedReason(fenced) === undefined;
}
