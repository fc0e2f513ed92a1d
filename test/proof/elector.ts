import { emptyLease, type ModelLease, normalForm, type PresentLease, stored } from "./model-lease.ts";
import { longestWait, type Setup } from "./setup.ts";

/**
 * The state of a correct pod with the algorithm of client-go's LeaderElector:
 * - "candidate": tries to acquire the Lease.
 * - "leading": believes that it leads until `belief` is 0.
 * - "releasing": sends a release after its renew deadline, and leads until the response arrives.
 * - "gated": has lost its belief, and renews with Recovery of KEP-6361.
 * - "dead": has crashed.
 */
export interface Elector {
  readonly mode: "candidate" | "leading" | "releasing" | "gated" | "dead";
  /** The seconds until the next attempt. */
  readonly wait: number;
  /** The seconds for which the pod still believes that it leads, including the current second. */
  readonly belief: number;
  /** The record that the pod observed or wrote last, from its own view. */
  readonly observed: Observed | undefined;
  /** The seconds since the observation. */
  readonly age: number;
  /** Whether the Lease still has the record that the pod observed. */
  readonly isSame: boolean;
  /** Whether the Lease still has the resourceVersion that the pod read. */
  readonly isFresh: boolean;
}

interface Observed {
  readonly holder: "me" | "other" | "none";
  readonly duration: number;
  readonly transitions: number;
}

/** The answers that a pod gets: all, none, or a conflict for each update. */
export type Network = "up" | "down" | "conflicts";

/** What a pod can do at the end of a second, and the state after it. */
export interface Turn {
  readonly title: string;
  readonly elector: Elector;
  readonly lease: ModelLease;
  /** The rules that denied a write of the pod. */
  readonly denied: readonly string[];
}

/** The parts of a setup that one pod needs. */
export interface ElectorSetup extends Pick<Setup, "timing" | "latency" | "releases" | "hasJitter" | "isReduced"> {
  readonly me: "a" | "b";
  readonly skew: number;
  /** Returns the rules that deny a write of the pod at the end of the current second. */
  readonly denials: (old: ModelLease, lease: ModelLease) => readonly string[];
}

/** The time in a second at which correct pods act. The sibling acts at 0. */
export const endOfSecond = 999;

export const started = (wait: number): Elector => ({
  mode: "candidate",
  wait,
  belief: 0,
  observed: undefined,
  age: 0,
  isSame: false,
  isFresh: false,
});

/**
 * Returns the state of a pod a second later. An expired observation does not get older, and one that
 * lasts for longer than `longest` seconds never expires.
 */
export function aged(elector: Elector, longest: number): Elector {
  const { wait, belief, age, observed } = elector;
  const limit = Math.min(observed?.duration ?? 0, longest);
  return {
    ...elector,
    wait: Math.max(0, wait - 1),
    belief: Math.max(0, belief - 1),
    age: Math.min(age + 1, limit),
  };
}

export const believes = ({ mode, belief }: Elector): boolean =>
  (mode === "leading" || mode === "releasing") && belief > 0;

/**
 * Returns the state of a pod after another client has changed the Lease. `keepsRecord` is whether
 * client-go reads the same record as before.
 */
export function afterChange(elector: Elector, keepsRecord: boolean): Elector {
  return { ...elector, isFresh: false, isSame: elector.isSame && keepsRecord };
}

export function electorKey({ mode, wait, belief, observed, age, isSame, isFresh }: Elector): string {
  const record = observed && `${observed.holder},${observed.duration},${observed.transitions}`;
  return `${mode}|${wait}|${belief}|${record}|${age}|${+isSame}${+isFresh}`;
}

/** The progress of one attempt: the state so far, the Lease, and the denials. */
type Attempt = Omit<Turn, "title"> & { readonly isWritten: boolean };

/**
 * Returns all turns that a pod can take at the end of a second. Returns one turn without a change
 * if the pod waits.
 */
export function turnsOf(elector: Elector, lease: ModelLease, network: Network, setup: ElectorSetup): readonly Turn[] {
  const { mode, wait } = elector;
  const { me, timing } = setup;
  const idle = { title: "", elector, lease, denied: [] };
  if (mode === "dead") return [idle];
  if (mode === "releasing") return releasing(elector, lease, network, setup);
  if (isLate(elector, setup)) {
    const deadline = `${me} reaches its renew deadline`;
    const gated = { ...elector, mode: "gated" as const, wait: Math.max(wait, 1), belief: 0 };
    const releases = { ...elector, mode: "releasing" as const };
    return [
      { title: `${deadline} and restarts`, elector: restarted(setup), lease, denied: [] },
      { title: `${deadline} and recovers`, elector: gated, lease, denied: [] },
      ...(setup.releases ? [{ title: deadline, elector: releases, lease, denied: [] }] : []),
    ];
  }
  if (wait > 0) return [idle];
  const next = { ...elector, wait: timing.retryPeriod };
  const attempt =
    mode === "gated" ? recovery(next, lease, network, setup) : acquireOrRenew(next, lease, network, setup);
  const { isWritten, ...turn } = attempt;
  const verb = mode === "candidate" ? "acquires" : mode === "gated" ? "recovers" : "renews";
  const shown = { ...turn, title: isWritten ? `${me} ${verb} the Lease` : denied(attempt.denied, me) };
  if (mode !== "candidate" || isWritten || !setup.hasJitter) return [shown];
  const jitters = longestWait(timing) - timing.retryPeriod;
  return Array.from({ length: jitters + 1 }, (_, jitter) => ({
    ...shown,
    elector: { ...shown.elector, wait: timing.retryPeriod + jitter },
  }));
}

/** Reports whether a leader has not renewed the Lease within its renew deadline. */
export function isLate({ mode, belief }: Elector, { releases, timing }: Pick<Setup, "releases" | "timing">): boolean {
  return mode === "leading" && belief <= (releases ? timing.renewDeadline : 0);
}

/**
 * Returns the turns of a leader that sends a release. Its request arrives at any time before the
 * renew deadline of the release. client-go stops the leader when the response arrives.
 */
function releasing(elector: Elector, lease: ModelLease, network: Network, setup: ElectorSetup): readonly Turn[] {
  const { me } = setup;
  const stops = { title: `${me} stops`, elector: restarted(setup), lease, denied: [] };
  if (elector.belief === 0 || elector.observed?.holder !== "me" || network === "conflicts") return [stops];
  const waits = { title: "", elector, lease, denied: [] };
  if (network === "down") return [waits];
  const release = released(elector, lease, network, setup);
  if (release.lease === lease) return [{ ...stops, denied: release.denied }];
  const observed = { holder: "none", duration: 1, transitions: 0 } as const;
  const answered = { ...elector, belief: Math.min(elector.belief, 1 + setup.latency), observed };
  return [waits, { ...release, elector: answered, title: `${me} releases the Lease` }];
}

const denied = (rules: readonly string[], me: string): string => (rules.length === 0 ? "" : `the write of ${me}`);

/**
 * Returns the turn in which a leading pod stops on purpose. With ReleaseOnCancel, it stops to lead
 * before it releases the Lease.
 */
export function cancelled(elector: Elector, lease: ModelLease, network: Network, setup: ElectorSetup): Turn {
  const end = { elector: restarted(setup), lease, denied: [], title: `${setup.me} stops` };
  if (!setup.releases) return end;
  return { ...end, ...released(elector, lease, network, setup), title: `${setup.me} stops and releases` };
}

const restarted = ({ timing }: ElectorSetup): Elector => started(timing.retryPeriod);

/** Releases the Lease if the last observed holder is this pod, even if another client holds the Lease now. */
function released(
  elector: Elector,
  lease: ModelLease,
  network: Network,
  setup: ElectorSetup,
): Pick<Turn, "lease" | "denied"> {
  if (network !== "up" || lease === undefined || elector.observed?.holder !== "me") return { lease, denied: [] };
  const written: PresentLease = {
    ...withMetadata(lease),
    holder: "",
    duration: 1,
    renewed: stampOf(setup),
    acquired: "set",
    transitions: lease.transitions ?? 0,
  };
  const denied = setup.denials(lease, written);
  if (denied.length === 0) return { lease: stored(written), denied };
  // client-go removes the holder even if another client now holds the Lease.
  return { lease, denied: lease.holder === setup.me ? denied : [] };
}

/** client-go's tryAcquireOrRenew, with its fast path for a leader. */
function acquireOrRenew(elector: Elector, lease: ModelLease, network: Network, setup: ElectorSetup): Attempt {
  const failed = { elector, lease, denied: [], isWritten: false };
  if (network === "down") return failed;
  const isLeader = elector.observed?.holder === "me";
  const transitions = (isLeader && elector.observed?.transitions) || 0;
  const fast = renewedFast(elector, lease, network, setup);
  if (fast?.isWritten) return fast;
  const denied = fast?.denied ?? [];
  if (lease === undefined) {
    const created = write({ elector, lease, setup }, { ...emptyLease, acquired: "set", transitions });
    return { ...created, denied: [...denied, ...created.denied] };
  }
  const read = observe(elector, lease, setup);
  const isMine = read.observed?.holder === "me";
  if (lease.holder && isValid(read) && !isMine) return { ...failed, elector: read, denied };
  if (network === "conflicts") return { ...failed, elector: read, denied };
  // A second acquisition sets acquireTime again, which no rule that denies reads.
  const acquired = lease.acquired ?? "set";
  const record = { acquired, transitions: (lease.transitions ?? 0) + (isMine ? 0 : 1) };
  const updated = write({ elector: read, lease, setup }, { ...withMetadata(lease), ...record });
  return { ...updated, denied: [...denied, ...updated.denied] };
}

/** Recovery of KEP-6361: never creates the Lease, and never acquires it again. */
function recovery(elector: Elector, lease: ModelLease, network: Network, setup: ElectorSetup): Attempt {
  const failed = { elector, lease, denied: [], isWritten: false };
  if (network === "down") return failed;
  const fast = renewedFast(elector, lease, network, setup);
  if (fast?.isWritten) return fast;
  const lost = { ...failed, elector: restarted(setup), denied: fast?.denied ?? [] };
  if (lease === undefined) return lost;
  const read = observe(elector, lease, setup);
  if (read.observed?.holder !== "me") return lost;
  if (network === "conflicts") return { ...failed, elector: read, denied: lost.denied };
  const record = { acquired: lease.acquired, transitions: lease.transitions ?? 0 };
  const updated = write({ elector: read, lease, setup }, { ...withMetadata(lease), ...record });
  return { ...updated, denied: [...lost.denied, ...updated.denied] };
}

/** The fast path of a leader, or undefined if the leader must read first or gets a conflict. */
function renewedFast(elector: Elector, lease: ModelLease, network: Network, setup: ElectorSetup): Attempt | undefined {
  const { observed, isFresh } = elector;
  if (observed?.holder !== "me" || !isValid(elector) || !isFresh || network === "conflicts") return undefined;
  if (lease === undefined) return undefined;
  const { transitions } = observed;
  return write({ elector, lease, setup }, { ...withMetadata(lease), acquired: "set", transitions });
}

interface Writer {
  readonly elector: Elector;
  readonly lease: ModelLease;
  readonly setup: ElectorSetup;
}

/** Writes the Lease with this pod as its holder. */
function write({ elector, lease, setup }: Writer, fields: PresentLease): Attempt {
  const { leaseDuration, renewDeadline, retryPeriod } = setup.timing;
  const written = { ...fields, holder: setup.me, duration: leaseDuration, renewed: stampOf(setup) };
  const denied = setup.denials(lease, written);
  if (denied.length > 0) return { elector, lease, denied, isWritten: false };
  const result = stored(written);
  const observed = {
    holder: "me",
    duration: leaseDuration,
    transitions: (setup.isReduced ? normalForm(written) : written)?.transitions ?? 0,
  } as const;
  return {
    elector: {
      ...elector,
      mode: "leading",
      belief: 1 + setup.latency + retryPeriod + renewDeadline * (setup.releases ? 2 : 1),
      observed,
      age: 0,
      isSame: true,
      isFresh: true,
    },
    lease: result,
    denied,
    isWritten: true,
  };
}

function observe(elector: Elector, lease: PresentLease, { me }: ElectorSetup): Elector {
  if (elector.isSame) return { ...elector, isFresh: true };
  const holder = lease.holder === me ? "me" : lease.holder ? "other" : "none";
  const observed = { holder, duration: lease.duration ?? 0, transitions: lease.transitions ?? 0 } as const;
  return { ...elector, observed, age: 0, isSame: true, isFresh: true };
}

const isValid = ({ observed, age }: Elector): boolean => observed !== undefined && age < observed.duration;

/**
 * The metadata of the stored Lease. client-go replaces the whole spec. To a filled Lease, it adds a
 * label, and kube-apiserver adds an entry of managedFields.
 */
function withMetadata({ owned, finalizer, foreground, deleting, labels, filled }: PresentLease): PresentLease {
  return { ...emptyLease, owned, finalizer, foreground, deleting, labels, filled, hasOwn: filled !== undefined };
}

const stampOf = ({ skew }: ElectorSetup): number => endOfSecond + 1000 * skew;
