import { isDeepStrictEqual } from "node:util";
import { createOf, deleteOf, updateOf } from "../../src/engine/validate/submission.ts";
import { createValidate } from "../../src/engine/validate/validate.ts";
import { rules } from "../../src/rules/index.ts";
import type { Change } from "../../src/rules/rule.ts";
import { leaseObject, microTimeAt, modelNow, servedLease } from "./admission.ts";
import { emptyLease } from "./model-lease.ts";
import { deploymentPods, strict } from "./setup.ts";

/** A Lease of the grid as JSON, with the facts that decide which writes are accepted. */
export interface GridLease {
  readonly object: Draft;
  readonly title: string;
  readonly isDeleting: boolean;
  readonly preferredHolder: string | undefined;
  /** The rest of the lease term in milliseconds. */
  readonly restMs: number;
}

interface Draft {
  readonly metadata: Record<string, unknown>;
  readonly spec: Record<string, unknown>;
}

/** One change of a Lease. If it is accepted, `name` is its row in docs/guarantee.md. */
export interface LeaseChange {
  readonly name: string;
  readonly apply: (draft: Draft) => void;
}

const allowance = strict.clockSkewMs;
const dayMs = 86_400_000;
/** The durations around each limit of a rule, in seconds. */
const durations = [1, 5, 6, 7, 15, 30, 3600, 86_399, 86_400, 86_401, 2_592_000, 2_147_483_647];
const halves = [-1, -0.5, 0, 0.5, 1];

/**
 * Returns the last time at which a rule protects a term, in milliseconds after the renewal and less
 * the allowance. From docs/clocks-and-terms.md: the end counts in whole seconds, and a term has at
 * most a day.
 */
function isGuarded(renewed: number, duration: number): boolean {
  const end = renewed + Math.min(duration * 1000, dayMs);
  return allowance < Math.floor(end / 1000) * 1000 && renewed <= allowance;
}

/** Returns the renewals around the boundaries of a term, in milliseconds after now. */
function renewals(duration: number): readonly number[] {
  const term = Math.min(duration * 1000, dayMs);
  const boundaries = [allowance, 0, allowance + 1000 - term, allowance - term, -term];
  return boundaries.flatMap((boundary) => halves.map((half) => boundary + half));
}

/** The part of a term in which a write arrives. */
export type Part = "guarded" | "last seconds";

/** Returns every Lease of the grid in a part of its term. */
export function gridLeases(part: Part): readonly GridLease[] {
  return durations.flatMap((duration) =>
    renewals(duration)
      .filter((renewed) => partOf(renewed, duration) === part)
      .flatMap((renewed) =>
        shapes.flatMap((shape) => holders.map((holder) => gridLease(duration, renewed, shape, holder))),
      ),
  );
}

/** A duration up to the allowance is never guarded, and its whole term is its last seconds. */
function partOf(renewed: number, duration: number): Part | undefined {
  if (isGuarded(renewed, duration)) return "guarded";
  const end = renewed + Math.min(duration * 1000, dayMs);
  return renewed <= 0 && Math.floor(end / 1000) * 1000 > 0 ? "last seconds" : undefined;
}

interface Shape {
  readonly strategy?: string;
  readonly preferredHolder?: string;
  readonly finalizers?: readonly string[];
  readonly isDeleting?: boolean;
}

const shapes: readonly Shape[] = [
  {},
  { strategy: "OldestEmulationVersion" },
  { strategy: "OldestEmulationVersion", preferredHolder: deploymentPods.b.identity },
  { strategy: "OldestEmulationVersion", preferredHolder: deploymentPods.s.identity, finalizers: ["example.com/wait"] },
  { strategy: "example.com/first", finalizers: ["example.com/wait"] },
  { finalizers: ["example.com/wait"], isDeleting: true },
  { finalizers: ["example.com/wait", "example.com/also"], isDeleting: true },
];

/** A pod of the same Deployment, and a pod of another Deployment. */
const holders = [deploymentPods.a.identity, "operator-7d9f6c8b5d-x2x4z_8a7f3b9c-1d2e-4f5a-9b8c-000000000009"];
const writer = deploymentPods.s;

function gridLease(duration: number, renewed: number, shape: Shape, holder: string): GridLease {
  const { strategy, preferredHolder, finalizers, isDeleting = false } = shape;
  const model = { ...emptyLease, holder: "a", duration, renewed, acquired: "set", transitions: 3 } as const;
  const base = leaseObject(
    { ...model, finalizer: finalizers !== undefined, deleting: isDeleting },
    () => holder,
  ) as Draft;
  const object = {
    ...base,
    metadata: { ...base.metadata, ...(finalizers && { finalizers }) },
    spec: {
      ...base.spec,
      ...(strategy !== undefined && { strategy }),
      ...(preferredHolder !== undefined && { preferredHolder }),
    },
  };
  const title = `${holder}, ${duration} s, renewed ${renewed} ms, ${JSON.stringify(shape)}`;
  return { object, title, isDeleting, preferredHolder, restMs: renewed + duration * 1000 };
}

const set = (field: string, values: Readonly<Record<string, unknown>>): readonly LeaseChange[] =>
  Object.entries(values).map(([name, value]) => ({
    name: `spec.${field}: ${name}`,
    apply: ({ spec }) => {
      if (value === undefined) delete spec[field];
      else spec[field] = value;
    },
  }));

const time = (ms: number): string => microTimeAt(ms);

/** The changes of fields of the spec, by field. */
export const specChanges: readonly (readonly LeaseChange[])[] = [
  set("holderIdentity", {
    "its own identity": writer.identity,
    "another pod": deploymentPods.b.identity,
    "a name of no pod": "main",
    '""': "",
    absent: undefined,
  }),
  set("leaseDurationSeconds", {
    ...{ "1": 1, "5": 5, "14": 14, "15": 15, "86400": 86_400, "2592000": 2_592_000, "2592001": 2_592_001 },
    absent: undefined,
  }),
  set("renewTime", {
    now: time(0),
    "the allowance ahead": time(allowance),
    "beyond the allowance": time(allowance + 1),
    "a year ahead": time(365 * dayMs),
    "an hour ago": time(-3_600_000),
    absent: undefined,
  }),
  set("acquireTime", { now: time(0), absent: undefined }),
  set("leaseTransitions", { "0": 0, "4": 4, "2147483647": 2_147_483_647, absent: undefined }),
  set("strategy", { "another strategy": "example.com/other", absent: undefined }),
  set("preferredHolder", {
    "its own identity": writer.identity,
    "another pod": deploymentPods.b.identity,
    '""': "",
    absent: undefined,
  }),
];

const metadata = (name: string, field: string, value: unknown): LeaseChange => ({
  name: `metadata.${field}: ${name}`,
  apply: (draft) => {
    draft.metadata[field] = value;
  },
});
const owner = { apiVersion: "v1", kind: "Pod", name: "gone", uid: "aaaa0000-5b8e-4a9e-9d6c-0a6a5c1d2e3f" };

/** The changes of metadata. */
export const metadataChanges: readonly LeaseChange[] = [
  metadata("a new label", "labels", { "example.com/note": "1" }),
  metadata("a new annotation", "annotations", { "example.com/note": "1" }),
  metadata("an owner that does not exist", "ownerReferences", [owner]),
  metadata("an entry of its own", "managedFields", [
    { manager: "other", operation: "Update", time: "2026-07-01T08:59:00Z" },
  ]),
  metadata("none left", "finalizers", []),
  metadata("all kept, and one more", "finalizers", ["example.com/wait", "example.com/also", "example.com/more"]),
  metadata("one kept", "finalizers", ["example.com/wait"]),
];

const validate = createValidate(rules, strict);
const context = { now: new Date(modelNow), user: writer.user, dryRun: false };

/** Reports whether the profile `strict` accepts a write of another pod. */
function isAccepted(change: Change<unknown>): boolean {
  return validate({ served: servedLease, change, context }).findings.every(({ mode }) => mode !== "deny");
}

/** Returns whether a change is accepted, or undefined if the Lease already has the values. */
export function acceptsChanges({ object }: GridLease, changes: readonly LeaseChange[]): boolean | undefined {
  const draft = { ...object, metadata: { ...object.metadata }, spec: { ...object.spec } };
  for (const { apply } of changes) apply(draft);
  return isDeepStrictEqual(draft, object) ? undefined : isAccepted(updateOf(draft, object));
}

export const acceptsDelete = ({ object }: GridLease): boolean => isAccepted(deleteOf(object));

export const acceptsCreate = ({ object }: GridLease): boolean => isAccepted(createOf(object));

/** In a longer term, docs/rules/lease/last-finalizer-kept.md allows other pods to end the deletion. */
const longestDelayMs = 300_000;
const always = (): boolean => true;
const endsDeletionEarly = ({ isDeleting, restMs }: GridLease, part: Part): boolean =>
  isDeleting && part === "guarded" && restMs <= longestDelayMs;

/** A row of docs/guarantee.md: a change of a held Lease that `strict` accepts from another pod. */
export interface Accepted {
  /** The part of the term in which the change is accepted, or undefined for the whole term. */
  readonly only?: Part;
  readonly isFor: (lease: GridLease, part: Part) => boolean;
  /** The Leases for which the change is denied, in words. */
  readonly exception?: string;
}

/** The accepted changes, by their names. */
export const accepted: Readonly<Record<string, Accepted>> = {
  "spec.holderIdentity: its own identity": {
    only: "last seconds",
    isFor: ({ preferredHolder }) => preferredHolder !== writer.identity,
    exception: "the Lease keeps it as `preferredHolder`",
  },
  "spec.holderIdentity: a name of no pod": { only: "last seconds", isFor: always },
  'spec.preferredHolder: ""': {
    isFor: ({ preferredHolder }) => preferredHolder === undefined,
    exception: "the Lease has a `preferredHolder`",
  },
  "metadata.labels: a new label": { isFor: always },
  "metadata.annotations: a new annotation": { isFor: always },
  "metadata.ownerReferences: an owner that does not exist": { isFor: always },
  "metadata.managedFields: an entry of its own": { isFor: always },
  "metadata.finalizers: none left": {
    isFor: (lease, part) => !endsDeletionEarly(lease, part),
    exception: "this ends a deletion before the allowance, and the term ends within five minutes",
  },
  "metadata.finalizers: all kept, and one more": {
    isFor: ({ isDeleting }) => !isDeleting,
    exception: "the Lease is being deleted",
  },
  "metadata.finalizers: one kept": { isFor: always },
};

/** The changes with which another pod takes the Lease in the last seconds. */
export const takeovers: readonly string[] = Object.keys(accepted).filter((name) => name.startsWith("spec.holder"));

/** Returns the names of the changes that are accepted in a part of a term. */
export const acceptedIn = (part: Part): readonly string[] =>
  Object.entries(accepted).flatMap(([name, { only = part }]) => (only === part ? [name] : []));

/** The changes that are accepted in the last seconds only together with a takeover. */
export const acceptedWithTakeover: readonly string[] = [
  ...["1", "5", "14", "15", "86400", "2592000", "absent"].map((value) => `spec.leaseDurationSeconds: ${value}`),
  "spec.renewTime: now",
  "spec.renewTime: the allowance ahead",
  "spec.renewTime: beyond the allowance",
  "spec.renewTime: a year ahead",
  "spec.renewTime: an hour ago",
  "spec.renewTime: absent",
  "spec.acquireTime: now",
  "spec.acquireTime: absent",
  "spec.leaseTransitions: 4",
  "spec.leaseTransitions: absent",
  "spec.strategy: another strategy",
  "spec.strategy: absent",
  'spec.preferredHolder: ""',
  "spec.preferredHolder: absent",
];
