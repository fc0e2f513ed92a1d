import { referenceTo, textAt } from "../core/api/fields.ts";
import { metadataOf, property } from "../core/api/json-object.ts";
import { servedVersionOf } from "../core/api/served-versions.ts";
import type { ObjectReference } from "../core/field/object-reference.ts";
import { minuteMs } from "../core/text/duration.ts";
import { isMicroTime, microTimeMs, parseTime } from "../core/text/time.ts";
import type { ViewedObject } from "../engine/validate/view.ts";
import { systemNamespace } from "./cluster-identity.ts";
import { type OwnerKind, ownerKindOf } from "./owner-kinds.ts";
import { isRunning } from "./pods.ts";

export type NamedObject = Pick<ObjectReference, "namespace" | "name">;

export type DumpedObject =
  | ViewedObject
  | { readonly pod: object | undefined }
  | { readonly node: object }
  | { readonly clusterUid: string }
  | { readonly owner: object; readonly kind: OwnerKind }
  | { readonly event: object };

/**
 * Returns a Lease, a LeaseCandidate, a pod, a node, an event, a workload that can own a Lease, or
 * the uid of the namespace kube-system. Returns undefined for another value.
 */
export function dumpedObject(value: unknown): DumpedObject | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const served = servedVersionOf(value);
  if (served !== undefined) return { served, object: value };
  const ownerKind = ownerKindOf(value);
  if (ownerKind !== undefined) return { owner: value, kind: ownerKind };
  const kind = property(value, "apiVersion") === "v1" ? property(value, "kind") : undefined;
  if (kind === "Pod") return { pod: isRunning(value) ? value : undefined };
  if (kind === "Event") return { event: value };
  if (kind === "Namespace" && nameOf(value).name === systemNamespace)
    return { clusterUid: textAt(value, "metadata", "uid") };
  return kind === "Node" ? { node: value } : undefined;
}

/** Returns the name and the namespace of an object. An absent string is "". */
export function nameOf(object: unknown): NamedObject {
  const { namespace, name } = referenceTo("", object);
  return { namespace, name };
}

/** The maximum number of renewTimes to compare. Older ones show no newer time of the reading. */
const maxRenewals = 100_000;

/** Another renewal at most this many milliseconds before a renewTime confirms the renewTime. */
const confirmedMs: number = 5 * minuteMs;

export interface ReadTimes {
  /** The newest time that an API server set, in milliseconds since 1970, or negative infinity. */
  stamp: number;
  /** True if an object has managedFields. Then, the renewTimes do not count. */
  isManaged: boolean;
  renewals: number[];
}

export function noTimes(): ReadTimes {
  return { stamp: Number.NEGATIVE_INFINITY, isManaged: false, renewals: [] };
}

export function addTimes(times: ReadTimes, object: object): void {
  const managed = managedTimes(object);
  const created = parseTime(textAt(object, "metadata", "creationTimestamp"))?.getTime() ?? Number.NEGATIVE_INFINITY;
  const renewTime = textAt(object, "spec", "renewTime");
  mergeTimes(times, {
    stamp: managed.reduce((a, b) => Math.max(a, b), created),
    isManaged: managed.length > 0,
    renewals: isMicroTime(renewTime) ? [microTimeMs(renewTime)] : [],
  });
}

export function mergeTimes(times: ReadTimes, { stamp, isManaged, renewals }: ReadTimes): void {
  times.stamp = Math.max(times.stamp, stamp);
  times.isManaged ||= isManaged;
  for (const renewal of renewals) times.renewals.push(renewal);
  if (times.renewals.length > 2 * maxRenewals) times.renewals = newestFirst(times.renewals).slice(0, maxRenewals);
}

/**
 * Estimates the time at which objects were read, in milliseconds since 1970. The result is the
 * newest time that an API server set. If the objects have no managedFields, which kubectl hides,
 * the newest renewTime that another object confirms also counts. If no other renewal confirms a
 * renewTime, the newest renewTime counts. Returns undefined if no object has a time.
 */
export function timeOfRead({ stamp, isManaged, renewals }: ReadTimes): number | undefined {
  const newest = Math.max(stamp, isManaged ? Number.NEGATIVE_INFINITY : confirmed(renewals));
  return newest === Number.NEGATIVE_INFINITY ? undefined : newest;
}

function managedTimes(object: object): readonly number[] {
  const entries = metadataOf(object)?.["managedFields"];
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry: unknown) => parseTime(textAt(entry, "time"))?.getTime() ?? []);
}

/** Returns the newest confirmed time or, without one, the newest time. */
function confirmed(times: readonly number[]): number {
  const ordered = newestFirst(times);
  const found = ordered.find((time, index) => time - (ordered[index + 1] ?? Number.NEGATIVE_INFINITY) <= confirmedMs);
  return found ?? ordered[0] ?? Number.NEGATIVE_INFINITY;
}

function newestFirst(times: readonly number[]): number[] {
  return times.toSorted((a, b) => b - a);
}
