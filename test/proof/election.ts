import type { UserInfo } from "../../src/rules/rule.ts";
import { endlessSeconds } from "../../src/rules/shared/far-limits.ts";
import { apiServerUser, mastersGroup } from "../../src/rules/shared/identities.ts";
import { acceptsCandidate, denialsOf } from "./admission.ts";
import {
  afterChange,
  aged,
  believes,
  cancelled,
  type Elector,
  type ElectorSetup,
  electorKey,
  endOfSecond,
  isLate,
  type Network,
  started,
  type Turn,
  turnsOf,
} from "./elector.ts";
import type { Property } from "./explore.ts";
import { type Interned, interned, once } from "./interned.ts";
import {
  emptyLease,
  exchanged,
  isSameRecord,
  leaseKey,
  type ModelLease,
  type ModelName,
  normalForm,
  oneSecondLater,
  type PresentLease,
  stored,
} from "./model-lease.ts";
import type { Setup } from "./setup.ts";
import { siblingWrites } from "./sibling-writes.ts";
import { kindOf } from "./write-kind.ts";

/** A change by one client, with the numbers of the Lease and of the pod after it. */
export interface Step {
  readonly title: string;
  readonly lease: number;
  readonly elector: number;
  readonly denied: readonly string[];
  /** Whether client-go reads the same record as before. */
  readonly keepsRecord: boolean;
  readonly write?: SiblingAct;
  /** What the change itself breaks. */
  readonly violation?: Property;
}

/** What the sibling does, in the words of docs/guarantee.md, and its write of the Lease. */
export interface SiblingAct {
  readonly kind: string;
  readonly lease?: ModelLease;
  readonly old?: ModelLease;
}

/** The pods and the network conditions have numbers, too. */
const networks: readonly Network[] = ["up", "down", "conflicts"];

/**
 * What each client of a setup can do. All values have numbers, and each answer is computed once, so
 * that the engine validates each write once.
 */
export interface Election {
  readonly leases: Interned<ModelLease>;
  readonly electors: Interned<Elector>;
  readonly start: (wait: number) => number;
  readonly dead: number;
  /** Returns the writes of the sibling that are accepted. */
  readonly siblingSteps: (lease: number) => readonly Step[];
  readonly isCandidateAccepted: boolean;
  /** Returns the writes of kube-apiserver in an election in which the sibling is the candidate. */
  readonly controllerSteps: (lease: number) => readonly Step[];
  readonly collectorSteps: (lease: number) => readonly Step[];
  readonly turns: (pod: 0 | 1, elector: number, lease: number, network: number) => readonly Step[];
  readonly cancelled: (pod: 0 | 1, elector: number, lease: number, network: number) => Step;
  readonly acceptsLabels: (lease: number) => boolean;
  readonly nextLease: (lease: number) => number;
  readonly nextElector: (elector: number) => number;
  readonly exchangedLease: (lease: number) => number;
  /** Returns the state of a pod after a change by another client. */
  readonly notified: (elector: number, keepsRecord: boolean) => number;
  readonly believes: (elector: number) => boolean;
  readonly isDue: (elector: number) => boolean;
  readonly holder: (lease: number) => ModelName | undefined;
}

const apiServer: UserInfo = { username: apiServerUser, groups: [mastersGroup] };
/** More than the number of Leases and of states of a pod in any run. */
const factor = 2 ** 20;

export function createElection(setup: Setup): Election {
  const { timing, policy, members, isSent, collector } = setup;
  const leases = interned(leaseKey);
  const electors = interned(electorKey);
  const denials = denialsOf(setup);
  const writesOf = siblingWrites({ leaseDuration: timing.leaseDuration, allowance: policy.clockSkewMs / 1000 });
  const toLease = (lease: ModelLease, old: ModelLease): Pick<Step, "lease" | "keepsRecord"> => ({
    lease: leases.idOf(setup.isReduced ? normalForm(lease) : lease),
    keepsRecord: lease !== undefined && isSameRecord(lease, old),
  });
  const step = (title: string, lease: ModelLease, old: ModelLease): Step => ({
    ...toLease(lease, old),
    title,
    elector: -1,
    denied: [],
  });
  const isAccepted = (old: ModelLease, lease: ModelLease): boolean => {
    const operation = old === undefined ? "CREATE" : lease === undefined ? "DELETE" : "UPDATE";
    return !isSent(operation, lease, old) || denials({ user: members.s.user, old, lease, at: 0 }).length === 0;
  };
  const pods = (["a", "b"] as const).map((me): ElectorSetup => {
    const { user } = members[me];
    return {
      ...setup,
      me,
      skew: setup.skews[me],
      denials: (old, lease) => denials({ user, old, lease, at: endOfSecond }),
    };
  });
  const toStep = ({ title, elector, lease, denied }: Turn, old: number): Step => ({
    ...(lease === leases.at(old) ? { lease: old, keepsRecord: true } : toLease(lease, leases.at(old))),
    title,
    elector: electors.idOf(elector),
    denied,
  });
  const turnTables = pods.map((pod) =>
    once((key) => {
      const [of, network] = [Math.floor(key / 3), networks[key % 3] ?? "up"];
      const lease = of % factor;
      const turns = turnsOf(electors.at(Math.floor(of / factor)), leases.at(lease), network, pod);
      return turns.map((turn) => toStep(turn, lease));
    }),
  );
  const cancelTables = pods.map((pod) =>
    once((key) => {
      const [of, network] = [Math.floor(key / 3), networks[key % 3] ?? "up"];
      const lease = of % factor;
      return toStep(cancelled(electors.at(Math.floor(of / factor)), leases.at(lease), network, pod), lease);
    }),
  );
  const stale = once((id) => electors.idOf(afterChange(electors.at(id), true)));
  const outdated = once((id) => electors.idOf(afterChange(electors.at(id), false)));
  const steps = (next: (lease: ModelLease) => readonly Step[]) => once((id) => next(leases.at(id)));
  return {
    leases,
    electors,
    start: (wait) => electors.idOf(started(wait)),
    dead: electors.idOf({ ...started(0), mode: "dead" }),
    siblingSteps: steps((old) =>
      writesOf(old)
        .filter(({ lease }) => isAccepted(old, lease))
        .map(({ title, lease, result }): Step => {
          const violation = lease && violationOf(lease, old);
          const write = { kind: kindOf(result, old, setup), lease, old };
          return { ...step(`s: ${title}`, result, old), write, ...(violation && { violation }) };
        }),
    ),
    isCandidateAccepted: acceptsCandidate(setup),
    controllerSteps: steps((old) => {
      // The controller reads holderIdentity of such a Lease without a check.
      if (old?.strategy && old.holder === undefined)
        return [{ ...step("kube-apiserver crashes", old, old), violation: "crash" }];
      const lease = controllerWrite(old);
      if (leaseKey(lease) === leaseKey(old)) return [];
      if (denials({ user: apiServer, old, lease, at: 0 }).length > 0) return [];
      const title = lease.holder === "s" && old?.holder !== "s" ? "elects s" : "prefers s";
      return [step(`kube-apiserver ${title}`, lease, old)];
    }),
    collectorSteps: steps((old) => {
      if (old === undefined) return [];
      const isAllowed = (lease: ModelLease) => denials({ user: collector, old, lease, at: 0 }).length === 0;
      if (old.deleting) {
        const lease = { ...old, foreground: false };
        if (!old.foreground || !isAllowed(lease)) return [];
        return [step("the garbage collector removes its finalizer", stored(lease), old)];
      }
      if (!old.owned || !isAllowed(undefined)) return [];
      return [step("the garbage collector deletes the Lease", stored({ ...old, deleting: true }), old)];
    }),
    turns: (pod, elector, lease, network) => turnTables[pod]?.((elector * factor + lease) * 3 + network) ?? [],
    cancelled: (pod, elector, lease, network) =>
      (cancelTables[pod] as (key: number) => Step)((elector * factor + lease) * 3 + network),
    acceptsLabels: once((id) => {
      const lease = leases.at(id);
      return lease !== undefined && isAccepted(lease, { ...lease, labels: lease.labels + 1 });
    }),
    nextLease: once((id) => leases.idOf(oneSecondLater(leases.at(id), timing.leaseDuration))),
    nextElector: once((id) => electors.idOf(aged(electors.at(id), timing.leaseDuration))),
    exchangedLease: once((id) => leases.idOf(exchanged(leases.at(id)))),
    notified: (elector, keepsRecord) => (keepsRecord ? stale(elector) : outdated(elector)),
    believes: once((id) => believes(electors.at(id))),
    isDue: once((id) => {
      const elector = electors.at(id);
      return elector.mode !== "dead" && (elector.wait === 0 || elector.mode === "releasing" || isLate(elector, setup));
    }),
    holder: once((id) => leases.at(id)?.holder),
  };
}

/** Returns what the values of an accepted write break by themselves. */
function violationOf({ duration = 0, labels, filled, preferred }: PresentLease, old: ModelLease): Property | undefined {
  if (duration > endlessSeconds) return "endless";
  if (labels > 1000 || filled === "an owner name of a megabyte") return "bloated";
  return preferred !== undefined && preferred !== old?.preferred ? "preferred" : undefined;
}

const electionSeconds = 5;

/**
 * The answer of kube-apiserver's election controller to a candidate: elects it if the Lease is
 * free, and otherwise prefers it.
 */
function controllerWrite(old: ModelLease): PresentLease {
  const elected = { holder: "s", duration: electionSeconds, renewed: 0, strategy: true } as const;
  if (old === undefined) return { ...emptyLease, ...elected };
  const { holder, renewed = Number.NEGATIVE_INFINITY, duration } = old;
  const isExpired = duration === undefined || renewed + duration * 1000 < 0;
  if (!holder || (holder !== "s" && isExpired))
    return { ...old, ...elected, acquired: undefined, preferred: undefined };
  return holder === "s" ? { ...old, strategy: true } : { ...old, strategy: true, preferred: "s" };
}
