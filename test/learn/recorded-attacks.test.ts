import { describe, expect, it } from "vitest";
import { deniedAfterDates, type Learned } from "../../src/learn/learn.ts";
import { type ObservedWrite, observe } from "../../src/recording/observed-write.ts";
import type { UserInfo } from "../../src/rules/rule.ts";
import { isNodeLease, nodeUser } from "../../src/rules/shared/identities.ts";
import { mallory } from "../election/attacks.ts";
import type { AttackHistory } from "../election/histories/attack-history.ts";
import { apiServer, garbageCollector } from "../election/histories/clients.ts";
import { type Act, elector, type History, heartbeat, submissionsOf, term } from "../election/history.ts";
import { subjects } from "../election/subjects.ts";
import { laterBy } from "../harness/later-by.ts";
import { sample } from "../harness/sample.ts";
import { learnFrom } from "./learned-from.ts";

const attacks = Object.values(subjects)
  .flatMap((subject) => Object.entries(subject))
  .filter(([, history]) => history.class === "attack");

const components = [apiServer, garbageCollector].map(({ username }) => username);

/** Returns the names of the users of some acts, without components that only react to an attack. */
function usersOf(acts: readonly Act[]): readonly string[] {
  return acts.map(({ by = elector }) => by.username).filter((user) => !components.includes(user));
}

/**
 * Returns the acts of the owner before an attack. If the history has no such act, returns one write
 * of an assumed owner. Adds no write of a LeaseCandidate.
 */
function ownActs({ given = [], kind, namespace = "", name = "" }: AttackHistory): readonly Act[] {
  if (given.length > 0 || kind === "LeaseCandidate") return given;
  const node: UserInfo = { username: nodeUser(name), groups: ["system:nodes"] };
  if (isNodeLease({ namespace })) return [{ at: -10, spec: { ...heartbeat(-10), holderIdentity: name }, by: node }];
  if (name.startsWith("apiserver-"))
    return [{ at: -10, spec: { ...term(`${name}_1`, -10), leaseDurationSeconds: 3_600 }, by: apiServer }];
  return [{ at: -10, spec: term("controller", -10) }];
}

/**
 * Returns the attack with a writer that does not own the object. If all users of the attack own the
 * object, mallory sends their writes.
 */
function byStrangers(attack: readonly Act[], own: readonly Act[]): readonly Act[] {
  const owners = usersOf([{ at: 0, spec: null }, ...own]);
  if (usersOf(attack).some((user) => !owners.includes(user))) return attack;
  return attack.map((act) => (usersOf([act]).length === 0 ? act : { ...act, by: mallory }));
}

function later(acts: readonly Act[], seconds: number): readonly Act[] {
  return acts.map((act) => ({ ...act, at: act.at + seconds, spec: laterBy(act.spec, seconds * 1000) }));
}

/** Returns six renewals of a Lease by its holder. */
function renewalsAfter(last: Act | undefined): readonly Act[] {
  const renewTime = last?.spec?.renewTime;
  if (last === undefined || !renewTime) return [];
  return [2, 4, 6, 8, 10, 12].map((seconds) => ({
    ...last,
    at: last.at + seconds,
    spec: { ...last.spec, renewTime: laterBy(renewTime, seconds * 1000) },
  }));
}

const untouched = { labels: {}, annotations: {}, finalizers: [], ownerReferences: [] };

/** The time in seconds between two rounds: 8 days, because one attack waits for a week. */
const pause = 8 * 86_400;

/**
 * Returns the acts of 12 rounds. In each round, the owner restores its object. In some rounds in
 * the middle, the attack follows. In the other rounds, renewals follow.
 */
function rounds(
  own: readonly Act[],
  renewals: readonly Act[],
  { attack, times }: { attack: readonly Act[]; times: number },
): readonly Act[] {
  const restored = own.map((act) => ({ ...act, metadata: { ...untouched, ...act.metadata } }));
  return Array.from({ length: 12 }, (_, round) => {
    const isAttacked = round >= 5 && round < 5 + times;
    return later([...restored, ...(isAttacked ? attack : renewals)], round * pause);
  }).flat();
}

/** The garbage collector deletes a Lease, so `learn` learns deleters. */
const collected: History = {
  name: "removed",
  acts: [
    { at: 0, spec: {} },
    { at: 1, spec: null, by: garbageCollector },
  ],
};

/** Returns a recording with an attack that is repeated. */
function recordingOf(
  { given: _, class: __, evidence: ___, acts, ...history }: AttackHistory,
  own: readonly Act[],
  times: number,
) {
  const isCandidate = history.kind === "LeaseCandidate";
  const attack = byStrangers(acts, own);
  const ofObject: History = {
    ...history,
    acts: rounds(own, isCandidate ? [] : renewalsAfter(own.at(-1)), { attack, times }),
  };
  const lease: readonly Act[] = [{ at: 0, spec: term("controller", 0), by: own[0]?.by ?? elector }];
  const leaseName = acts[0]?.spec?.leaseName ?? "controller";
  const ofLease: History = {
    ...(history.namespace && { namespace: history.namespace }),
    name: leaseName,
    acts: rounds(lease, renewalsAfter(lease[0]), { attack: [], times: 0 }),
  };
  const writes = [collected, ofObject, ...(isCandidate ? [ofLease] : [])].flatMap(submissionsOf).map(observe);
  return writes.toSorted((a, b) => a.time.getTime() - b.time.getTime());
}

function valuesOf({ policy }: Learned): unknown {
  return policy.rules.map(({ id, setting, scopes }) => [id, setting?.value, scopes.map(({ value }) => value)]);
}

/**
 * Returns the results of `learn` for a recording with the attack and for one without it. Also
 * returns the users of the attack who do not own the object, and their recorded writes.
 */
async function learnedFrom(history: AttackHistory, times: number) {
  const own = ownActs(history);
  const owners = usersOf(own);
  const strangers = usersOf(byStrangers(history.acts, own)).filter((user) => !owners.includes(user));
  const recording = recordingOf(history, own, times);
  const foreign = recording.filter(({ user }: ObservedWrite) => strangers.includes(user?.username ?? ""));
  const learned = await learnFrom(recording);
  const without = await learnFrom(recordingOf(history, own, 0));
  return { strangers, foreign, learned, without };
}

/**
 * The attacks that the policy allows: changes of pingTime and of the owners of a candidate, and two
 * creates of candidates. Their recordings contain no create of a candidate that could teach who
 * creates candidates.
 */
const allowed: readonly string[] = [
  "a token without a pod removes pingTime after a ping and before the response, so that the election does not end",
  "a compromised pod creates a candidate with the lowest versions, so that kube-apiserver elects this candidate",
  "a sibling creates a candidate with the name of another pod",
  "a compromised pod adds an owner that does not exist to the candidate of a running process",
];

/**
 * The attacks in which a client takes or renews a Lease that no client holds. The learned entries
 * only warn about them, as about the new program after an upgrade.
 */
const ofFreeLeases: readonly string[] = [
  "a client takes over an expired lease and does not increase leaseTransitions",
  "a compromised pod changes the role in the lease of an etcd member",
  "a legacy token without a pod keeps renewing the lease of a leader that no longer exists",
  "a pod renews the expired lease of a sibling that no longer exists",
  "a sibling acquires an expired lease with the identity of an earlier holder",
  "a sibling gives an expired lease to a pod that no longer exists, with a lease term that has expired",
  "the identities of two operators differ only in a look-alike letter of another script",
];

/**
 * Expects that the users of an attack are listed and are not in the policy, and that the policy
 * denies a recorded write other than those of `afterLabels`, except in `allowed` and
 * `ofFreeLeases`.
 */
async function expectNothingLearned(title: string, history: AttackHistory, times: number): Promise<void> {
  const { strangers, foreign, learned, without } = await learnedFrom(history, times);
  const listed = learned.notable.filter(({ role }) => role === "suspicious").map(({ user }) => user);
  const entries = JSON.stringify([learned.policy.rules, learned.policy.exemptions]);
  expect(strangers.length).toBeGreaterThan(0);
  expect(strangers.filter((user) => !listed.includes(user))).toEqual([]);
  expect(strangers.filter((user) => entries.includes(user))).toEqual([]);
  expect(valuesOf(learned)).toEqual(valuesOf(without));
  const denied = deniedAfterDates(learned.policy);
  const harmful = foreign.filter((write) => !addsLabel(write));
  expect(harmful.some((write) => denied(write).length > 0)).toBe(![...allowed, ...ofFreeLeases].includes(title));
}

describe.each(sample([3, 1, 5], 3))("an attack by another account, %d times in a recording", (times) => {
  it.each(sample(attacks, 4))("teaches nothing, and is denied: %s", (title, attack) =>
    expectNothingLearned(title, attack, times),
  );
});

/** Reports whether a write is one of those that `afterLabels` adds. */
function addsLabel({ object, oldObject }: ObservedWrite): boolean {
  const [seen, before] = [object, oldObject].map((each) => each?.metadata.labels?.["seen"]);
  return seen !== undefined && seen !== before;
}

function labelsOf({ metadata = {} }: Act): object {
  return "labels" in metadata && typeof metadata.labels === "object" ? { ...metadata.labels } : {};
}

/** Returns an attack after three writes of the attacker that change only a label. */
function afterLabels(attack: AttackHistory): AttackHistory {
  const own = ownActs(attack);
  const acts = byStrangers(attack.acts, own);
  const labelled = own.slice(-1).flatMap((last) =>
    [1, 2, 3].map((count) => ({
      ...last,
      at: last.at + count / 4,
      metadata: { labels: { ...labelsOf(last), seen: `${count}` } },
      by: acts[0]?.by ?? mallory,
    })),
  );
  return { ...attack, acts: [...labelled, ...acts] };
}

/**
 * The attacks on stored Leases, without those in which a client other than the garbage collector
 * deletes the Lease. After changes of labels, such a client looks like a GitOps controller.
 */
const updates = attacks.filter(
  ([, { kind, given = [], acts }]) =>
    kind !== "LeaseCandidate" &&
    given.length > 0 &&
    !acts.some(({ spec, by }) => spec === null && by !== garbageCollector),
);

describe("an attack by another account that has changed labels", () => {
  it.each(sample(updates, 4))("teaches nothing, and is denied: %s", (title, attack) =>
    expectNothingLearned(title, afterLabels(attack), 1),
  );
});
