import { longestGuardSeconds, manyTransitions } from "../../src/rules/shared/lease-term.ts";
import type { ClientName } from "./setup.ts";

/** A holder or a preferred holder in the model. "free" is a text that names no pod. */
export type ModelName = ClientName | "" | "free";

/**
 * A Lease in the model, whose times are relative to the current second. The model therefore has a
 * finite number of states.
 */
export interface PresentLease {
  readonly holder: ModelName | undefined;
  readonly duration: number | undefined;
  /** `renewTime`, in milliseconds after the start of the current second. */
  readonly renewed: number | undefined;
  /**
   * `acquireTime`. No rule that denies depends on its value. "moved" is a value of the sibling.
   */
  readonly acquired: "set" | "moved" | undefined;
  readonly transitions: number | undefined;
  readonly strategy: boolean;
  readonly preferred: ModelName | undefined;
  /** Whether the Lease has an owner that does not exist. */
  readonly owned: boolean;
  readonly finalizer: boolean;
  /** Whether the Lease has the finalizer of a deletion in the foreground. */
  readonly foreground: boolean;
  /** Whether the Lease has a deletionTimestamp, and waits for its finalizer. */
  readonly deleting: boolean;
  /** The number of labels. */
  readonly labels: number;
  readonly filled: Fill | undefined;
  /** Whether a correct pod has added its label and its entry of managedFields to a filled Lease. */
  readonly hasOwn: boolean;
}

/**
 * What the sibling has filled: the labels, the entries of server-side apply, or the bytes exactly
 * up to a limit, or one name far beyond it.
 */
export const fills = ["1,000 labels", "1,000 managers", "512 KiB of metadata", "an owner name of a megabyte"] as const;

export type Fill = (typeof fills)[number];

/** A Lease in the model, or undefined if the Lease does not exist. */
export type ModelLease = PresentLease | undefined;

export const emptyLease: PresentLease = {
  holder: undefined,
  duration: undefined,
  renewed: undefined,
  acquired: undefined,
  transitions: undefined,
  strategy: false,
  preferred: undefined,
  owned: false,
  finalizer: false,
  foreground: false,
  deleting: false,
  labels: 0,
  filled: undefined,
  hasOwn: false,
};

/** A renewTime further in the future stays in the future for the whole run. */
const farAhead = 60_000;
const longAgo = -1_000_000;

/** Returns the Lease one second later. `longest` is the longest lease term that can end, in seconds. */
export function oneSecondLater(lease: ModelLease, longest: number): ModelLease {
  if (lease?.renewed === undefined || lease.renewed > farAhead) return lease;
  const renewed = lease.renewed - 1000;
  return { ...lease, renewed: renewed < -1000 * (longest + 8) ? longAgo : renewed };
}

/** Returns the Lease as the API server stores it: a deletion ends with the last finalizer. */
export function stored(lease: ModelLease): ModelLease {
  return lease?.deleting && !lease.finalizer && !lease.foreground ? undefined : lease;
}

/**
 * Returns the Lease without the values that change neither a denial nor what a correct pod does, so
 * that the model has fewer states: a longer duration guards a Lease for the same time, and its term
 * does not end in the model. A test compares the results with and without this.
 */
export function normalForm(lease: ModelLease): ModelLease {
  if (lease === undefined) return undefined;
  const isCounted = (lease.transitions ?? 0) < manyTransitions;
  const preferred = lease.strategy ? lease.preferred : undefined;
  const duration = lease.duration && Math.min(lease.duration, longestGuardSeconds);
  const kept = { ...lease, acquired: "set", duration, preferred, labels: 0 } as const;
  const counted = isCounted ? { ...kept, transitions: 1 } : kept;
  if (lease.holder) return counted;
  const holder = lease.strategy ? lease.holder : "";
  return { ...counted, holder, duration: 1, renewed: longAgo };
}

/** Reports whether client-go reads the same record. The record has whole seconds and no metadata. */
export function isSameRecord(lease: PresentLease, other: ModelLease): boolean {
  if (other === undefined) return false;
  const second = (time: number | undefined) => (time === undefined ? undefined : Math.floor(time / 1000));
  return (
    (lease.holder ?? "") === (other.holder ?? "") &&
    (lease.duration ?? 0) === (other.duration ?? 0) &&
    second(lease.renewed) === second(other.renewed) &&
    lease.acquired === other.acquired &&
    (lease.transitions ?? 0) === (other.transitions ?? 0) &&
    lease.strategy === other.strategy &&
    (lease.preferred ?? "") === (other.preferred ?? "")
  );
}

/** Returns the same Lease in a run in which `a` and `b` have changed places. */
export function exchanged(lease: ModelLease): ModelLease {
  return lease && { ...lease, holder: exchangedName(lease.holder), preferred: exchangedName(lease.preferred) };
}

function exchangedName(name: ModelName | undefined): ModelName | undefined {
  if (name === "a") return "b";
  return name === "b" ? "a" : name;
}

export function leaseKey(lease: ModelLease): string {
  if (lease === undefined) return "-";
  const { holder, duration, renewed, acquired, transitions, preferred, labels, filled } = lease;
  const { strategy, owned, finalizer, foreground, deleting, hasOwn } = lease;
  const flags = [strategy, owned, finalizer, foreground, deleting, hasOwn].map(Number).join("");
  return `${holder}|${duration}|${renewed}|${acquired}|${transitions}|${preferred}|${flags}|${labels}|${filled}`;
}
