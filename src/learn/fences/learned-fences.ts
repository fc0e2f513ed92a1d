import { namespacedName } from "../../core/field/object-reference.ts";
import { compareTexts } from "../../core/text/compare-texts.ts";
import { pluralize } from "../../core/text/join-words.ts";
import { maxLabelBytes } from "../../core/text/names.ts";
import { earlier, later } from "../../core/text/time.ts";
import { append } from "../../rules/shared/append.ts";
import { serviceAccountOf } from "../../rules/shared/identities.ts";
import { cutForm } from "../../rules/shared/pod-names.ts";
import { writesText } from "../evidence.ts";
import type { LearnedEntry, LearnedFence } from "../learned-entry.ts";
import { accountsOf, type Election, handoversOf, holdersBetween, termOf } from "./elections.ts";
import type { AccountRequests, OutsideWrites, RequestTally, ResourceWrites } from "./resource-writes.ts";

export interface LearnedFences {
  readonly fences: readonly LearnedEntry<LearnedFence>[];
  /** A line for each resource that has no fence, and for each Lease without a fence. */
  readonly leftOut: readonly string[];
}

/** The minimum numbers of handovers between pods, and of writes of a resource. */
const [minHandovers, minWrites] = [2, 50];

interface Candidate {
  readonly election: Election;
  readonly account: string;
  readonly resources: readonly (readonly [resource: string, writes: ResourceWrites])[];
  readonly starts: number;
}

/**
 * Returns the fences whose resources only the holders of a Lease wrote, although other pods of the
 * account ran, started, and took over.
 */
export function learnedFences(tally: RequestTally): LearnedFences {
  const leftOut: string[] = [];
  const candidates: Candidate[] = [];
  for (const [election, written] of sorted(tally)) {
    const [account = "", ...others] = accountsOf(election);
    const requests = tally.accounts.get(account);
    const starts = requests === undefined ? 0 : startsOf(election, requests);
    const reason = others.length > 0 ? severalAccounts : missingEvidence(election, starts, requests);
    if (reason !== undefined) leftOut.push(`${namespacedName(election)}: ${reason}`);
    else candidates.push({ election, account, starts, resources: written });
  }
  const owners = ownersOf(tally);
  const names = new Set<string>();
  const fences = candidates.flatMap((candidate) => {
    const { election, resources } = candidate;
    const owned = resources.filter(([resource, writes]) => {
      const problem = problemOf(candidate, resource, writes, owners);
      if (problem !== undefined) leftOut.push(`${namespacedName(election)}: ${resource}: ${problem}`);
      return problem === undefined;
    });
    return owned.length === 0 ? [] : [fenceOf({ ...candidate, resources: owned }, names)];
  });
  if (tally.untallied > 0)
    leftOut.push(`${pluralize(tally.untallied, "write")} of too many resources: learn from fewer namespaces`);
  return { fences, leftOut: leftOut.length > 0 || fences.length > 0 ? leftOut : [nothingWritten] };
}

const nothingWritten =
  "the source shows no writes by service accounts whose pods lead; use an audit log with the policy in docs/learn.md";

const severalAccounts = "pods of several service accounts lead, and a fence has one account";

/** Returns the resources of each election, sorted by their names. */
function sorted({ resources }: RequestTally): readonly (readonly [Election, Candidate["resources"]])[] {
  return [...resources]
    .map(([election, written]) => [election, [...written].toSorted(([a], [b]) => compareTexts(a, b))] as const)
    .toSorted(([a], [b]) => compareTexts(namespacedName(a), namespacedName(b)));
}

/** Returns what the recording lacks to learn anything about an election. */
function missingEvidence(
  election: Election,
  starts: number,
  requests: AccountRequests | undefined,
): string | undefined {
  const { forms, isTooLarge } = election;
  const handovers = handoversOf(election);
  if (isTooLarge) return "the Lease has too many holders; learn from a shorter time";
  if (forms === undefined || forms.length === 0) return "no form of the identity names the pod of every holder";
  if (handovers < minHandovers)
    return `the recording has ${pluralize(handovers, "handover")} between pods, but must have at least ${minHandovers}`;
  if (!requests?.firstGetMs.has(election)) return "the recording must have the get requests of the pods for the Lease";
  return starts > 0
    ? undefined
    : "the recording must have the start of a pod that does not lead, such as during a rollout";
}

/**
 * Returns how many pods started while another pod led, and so long before the end that their first
 * writes are in the recording. A pod that was already running sends a request for the Lease within
 * a term after the recording of these requests began.
 */
function startsOf(election: Election, { lives, firstGetMs, lastMs }: AccountRequests): number {
  const getMs = firstGetMs.get(election);
  const termMs = termOf(election);
  if (getMs === undefined) return 0;
  return [...lives.values()].filter(({ pod, firstMs, elections }) => {
    const isInside = firstMs >= getMs + termMs && firstMs + termMs <= lastMs;
    const [holder = ""] = holdersBetween(election, firstMs, firstMs);
    const leader = election.pods.get(holder)?.pod;
    return isInside && elections.has(election) && leader !== undefined && leader !== pod;
  }).length;
}

/**
 * Returns the Leases whose holders alone wrote a resource, by the account and the resource. They
 * include the Leases without a fence, and those whose holders are not clear.
 */
function ownersOf({ resources }: RequestTally): ReadonlyMap<string, readonly Election[]> {
  const owners = new Map<string, Election[]>();
  for (const [election, written] of resources)
    for (const [resource, { outsideWrites }] of written) {
      if (outsideWrites > 0 && !election.isTooLarge && !election.isShared) continue;
      for (const account of accountsOf(election)) append(owners, ownerKey(account, resource), election);
    }
  return owners;
}

function ownerKey(account: string, resource: string): string {
  return `${account} ${resource}`;
}

/** Returns the reason why a resource has no fence, or undefined if it has one. */
function problemOf(
  { account, election }: Candidate,
  resource: string,
  { writes, outside, outsideWrites }: ResourceWrites,
  owners: ReturnType<typeof ownersOf>,
): string | undefined {
  const all = [...outside.values()];
  const first = all.find(({ holder }) => holder !== "") ?? all[0];
  if (first !== undefined) {
    const count = `${outsideWrites} of ${pluralize(writes + outsideWrites, "write")}`;
    return `${outsideText(first, election)} (${count} by pods that did not lead)`;
  }
  const others = (owners.get(ownerKey(account, resource)) ?? []).filter((other) => other !== election);
  if (others.length > 0) {
    const names = others.map(namespacedName).toSorted(compareTexts);
    return `also written by the holders of ${names.join(", ")}`;
  }
  return writes < minWrites ? `${pluralize(writes, "write")}, but must have at least ${minWrites}` : undefined;
}

function outsideText({ pod, holder }: OutsideWrites, { pods }: Election): string {
  const leader = holder === "" ? "no pod" : (pods.get(holder)?.pod ?? holder);
  return pod === undefined
    ? `written with a token of the account that is not bound to a pod while ${leader} led`
    : `written by pod ${pod} of the account while ${leader} led`;
}

function fenceOf({ election, account, resources, starts }: Candidate, names: Set<string>): LearnedEntry<LearnedFence> {
  const handovers = handoversOf(election);
  const written = resources.map(([, { writes }]) => writes).reduce((sum, writes) => sum + writes);
  const periods = resources.flatMap(([, { period }]) => period ?? []);
  const [first, last] = [
    periods.map((each) => each.first).reduce(earlier),
    periods.map((each) => each.last).reduce(later),
  ];
  const evidence = [
    writesText({ writes: written, first, last }),
    pluralize(handovers, "handover"),
    pluralize(starts, "start of a pod that did not lead", "starts of pods that did not lead"),
    ...(hasCutNames(election) ? [cutNames] : []),
  ];
  const value: LearnedFence = {
    name: fenceName(election, names),
    lease: namespacedName(election),
    serviceAccount: namespacedName(serviceAccountOf({ username: account, groups: [] }) ?? election),
    identity: election.forms?.[0] ?? "",
    resources: resources.map(([resource]) => resource),
    deletes: false,
    mode: "warn",
  };
  return { comment: evidence.join(", "), value };
}

const cutNames =
  "no fence between pods of different ReplicaSets, because Kubernetes cuts their names: see docs/fence.md";

/** Matches a name that was cut inside or after the hash of a ReplicaSet. */
const cutHash = /-[456789bcdf]{1,10}$/;

/**
 * Reports whether the names of pods do not show their Deployment, because Kubernetes cut them. A
 * name that was cut before the hash shows it.
 */
function hasCutNames({ pods, forms }: Election): boolean {
  const isOfPods = forms?.[0]?.startsWith("POD") ?? false;
  return isOfPods && [...pods.values()].some(({ pod }) => cutHash.test(cutForm.exec(pod)?.[1] ?? ""));
}

/** Returns a label that no other fence of the policy has, and adds it to `names`. */
function fenceName({ namespace, name }: Election, names: Set<string>): string {
  const label = `${namespace}-${name}`.toLowerCase().replace(/[^a-z0-9-]/g, "-");
  for (let count = 1; ; count++) {
    const end = count === 1 ? "" : `-${count}`;
    const text = `${label.slice(0, maxLabelBytes - end.length).replace(/-+$/, "")}${end}`;
    if (names.has(text)) continue;
    names.add(text);
    return text;
  }
}
