import { maxInt32 } from "../../src/core/api/coordination.ts";
import { dayMs } from "../../src/core/text/duration.ts";
import { endlessSeconds } from "../../src/rules/shared/far-limits.ts";
import { longestGuardSeconds, manyTransitions } from "../../src/rules/shared/lease-term.ts";
import {
  emptyLease,
  fills,
  leaseKey,
  type ModelLease,
  type ModelName,
  type PresentLease,
  stored,
} from "./model-lease.ts";

/** A write that a sibling can send, and the Lease that the API server stores if it accepts it. */
export interface SiblingWrite {
  readonly title: string;
  /** The submitted Lease, or undefined for a delete. */
  readonly lease: ModelLease;
  readonly result: ModelLease;
}

/** A change of one field. Two changes of one write have different fields. */
interface Edit {
  readonly field: string;
  readonly title: string;
  readonly change: (lease: PresentLease) => Partial<PresentLease>;
}

export interface Boundaries {
  /** The lease duration of the correct pods, and the clock skew allowance, in seconds. */
  readonly leaseDuration: number;
  readonly allowance: number;
}

const holders: readonly (ModelName | undefined)[] = [undefined, "", "s", "a", "b", "free"];
const shown = (value: unknown): string => (value === undefined ? "absent" : value === "" ? '""' : String(value));

/** Returns the changes of single fields, with the values around each boundary of a rule. */
function editsOf({ leaseDuration, allowance }: Boundaries): readonly Edit[] {
  const durations = [
    ...[undefined, 1, allowance, leaseDuration, longestGuardSeconds, longestGuardSeconds + 1],
    ...[endlessSeconds, endlessSeconds + 1, maxInt32],
  ];
  const ahead = [1000 * allowance, 1000 * (allowance + 1), dayMs];
  const times = [undefined, 0, -1000 * leaseDuration, ...ahead];
  const values = <T>(field: string, all: readonly T[], change: (value: T) => Partial<PresentLease>): readonly Edit[] =>
    all.map((value) => ({ field, title: `${field} ${shown(value)}`, change: () => change(value) }));
  const flags = (field: string, titles: readonly string[], change: (value: boolean) => Partial<PresentLease>) =>
    titles.map((title, index) => ({ field, title: `${field} ${title}`, change: () => change(index === 1) }));
  return [
    ...values("holderIdentity", holders, (holder) => ({ holder })),
    ...values("leaseDurationSeconds", durations, (duration) => ({ duration })),
    ...times.map((renewed) => ({
      field: "renewTime",
      title: `renewTime ${renewed === undefined ? "absent" : renewed === 0 ? "now" : `now ${renewed > 0 ? "+" : "-"} ${Math.abs(renewed) / 1000} s`}`,
      change: () => ({ renewed }),
    })),
    ...values("acquireTime", [undefined, "moved"] as const, (acquired) => ({ acquired })),
    ...values("leaseTransitions", [undefined, 0, manyTransitions - 1, manyTransitions, maxInt32], (transitions) => ({
      transitions,
    })),
    {
      field: "leaseTransitions",
      title: "leaseTransitions + 1",
      change: ({ transitions }) => ({ transitions: (transitions ?? 0) + 1 }),
    },
    ...flags("strategy", ["absent", "OldestEmulationVersion"], (strategy) => ({ strategy })),
    ...values("preferredHolder", [undefined, "s", "a"] as const, (preferred) => ({ preferred })),
    ...flags("ownerReferences", ["absent", "to a missing object"], (owned) => ({ owned })),
    ...flags("finalizers", ["absent", "with one finalizer"], (finalizer) => ({ finalizer, foreground: false })),
    { field: "labels", title: "another label", change: ({ labels }) => ({ labels: labels === 0 ? 1 : 0 }) },
  ];
}

/** Returns the changes of pairs of fields, and the writes that client-go or a person would send. */
function combinedEdits(edits: readonly Edit[], { leaseDuration, allowance }: Boundaries): readonly Edit[] {
  const pairs = edits.flatMap((first, index) =>
    edits
      .slice(index + 1)
      .filter(({ field }) => field !== first.field)
      .map((second) => ({
        field: "several",
        title: `${first.title}, ${second.title}`,
        change: (lease: PresentLease) => ({ ...first.change(lease), ...second.change(lease) }),
      })),
  );
  const acquisitions = ["s", "a", "b", "free", ""].flatMap((holder) =>
    [undefined, 1, allowance, leaseDuration, 86_400].flatMap((duration) =>
      [0, -1000 * leaseDuration, 1000 * (allowance + 1), 86_400_000].map((renewed) => ({
        field: "several",
        title: `all fields of an acquisition: holderIdentity ${shown(holder)}, leaseDurationSeconds ${shown(duration)}, renewTime now${renewed === 0 ? "" : ` + ${renewed / 1000} s`}`,
        change: ({ transitions }: PresentLease) => ({
          holder: holder as ModelName,
          duration,
          renewed,
          acquired: "moved" as const,
          transitions: (transitions ?? 0) + 1,
          strategy: false,
          preferred: undefined,
        }),
      })),
    ),
  );
  const emptied = { field: "several", title: "spec {}", change: () => emptySpec };
  return [...pairs, ...acquisitions, emptied];
}

const {
  owned: _1,
  finalizer: _2,
  foreground: _3,
  deleting: _4,
  labels: _5,
  filled: _6,
  hasOwn: _7,
  ...emptySpec
} = emptyLease;

/** These changes are in no pair, because such a Lease takes much time to validate. */
const large: readonly Edit[] = [
  { field: "labels", title: "1,001 labels", change: () => ({ labels: 1001 }) },
  ...fills.map((filled) => ({ field: "filled", title: filled, change: () => ({ filled }) })),
];

/**
 * Returns a function that returns all writes of one Lease that a sibling can send: a delete, or a
 * create or an update that changes one field, two fields, or all fields of an acquisition. Of
 * writes with the same result, the function returns the first. The sibling can delete a Lease that
 * it has filled, and does not update it again.
 */
export function siblingWrites(boundaries: Boundaries): (lease: ModelLease) => readonly SiblingWrite[] {
  const single = editsOf(boundaries);
  const edits = [...single, ...combinedEdits(single, boundaries), ...large];
  return (lease) => {
    const verb = lease === undefined ? "create" : "update";
    const base = lease ?? emptyLease;
    const seen = new Set([leaseKey(lease)]);
    const writes: SiblingWrite[] = [];
    const add = (title: string, submitted: ModelLease, result: ModelLease) => {
      const key = leaseKey(submitted);
      if (submitted !== undefined && seen.has(key)) return;
      seen.add(key);
      writes.push({ title, lease: submitted, result });
    };
    if (lease !== undefined && !lease.deleting) {
      const deleting = { ...lease, deleting: true };
      add("delete", undefined, stored(deleting));
      // kube-apiserver adds the finalizer, and the garbage collector removes it at any time.
      add("delete in the foreground", undefined, { ...deleting, foreground: true });
    }
    for (const { title, change } of base.filled === undefined ? edits : []) {
      const written = { ...base, ...change(base) };
      add(`${verb} with ${title}`, written, stored(written));
    }
    return writes;
  };
}
