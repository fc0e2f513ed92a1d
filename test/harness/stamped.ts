import { compareMicroTimes, isMicroTime, microTimeMs } from "../../src/core/text/time.ts";
import type { Change } from "../../src/rules/rule.ts";
import type { Draft } from "./objects.ts";

/** A write with the time that kube-apiserver writes into the object. */
export interface StampedWrite {
  /** The latest possible time of the write, because kube-apiserver writes whole seconds. */
  readonly now: Date;
  readonly written: Change<Draft>;
  /**
   * False if kube-apiserver writes no time: for a delete, and for an update that sets no field of
   * the spec to another value.
   */
  readonly hasClock: boolean;
}

/**
 * Returns a write as kube-apiserver sends it to admission. For a create, the time of the write is
 * in creationTimestamp. For an update, the time is in the managedFields entry of the writer, which
 * owns the changed fields.
 */
export function stamped(change: Change<Draft>, at: Date): StampedWrite {
  const second = Math.floor(at.getTime() / 1000) * 1000;
  const now = new Date(second + 999);
  const time = new Date(second).toISOString().replace(".000Z", "Z");
  if (change.operation === "DELETE") return { now, written: change, hasClock: false };
  const object = withoutZeroTimes(change.object);
  if (change.operation === "CREATE") {
    const metadata = { ...object.metadata, creationTimestamp: time };
    return { now, written: { operation: "CREATE", object: { ...object, metadata } }, hasClock: true };
  }
  const oldObject = withoutZeroTimes(change.oldObject);
  // A row can have an object without a spec.
  const [spec, oldSpec]: readonly Partial<Draft["spec"]>[] = [object.spec ?? {}, oldObject.spec ?? {}];
  const changed = Object.keys(spec ?? {}).filter(
    (field) => isSet(spec?.[field]) && isDifferent(spec?.[field], oldSpec?.[field]),
  );
  if (changed.length === 0) return { now, written: { ...change, object, oldObject }, hasClock: false };
  const { managedFields } = object.metadata;
  const entry = {
    manager: "writer",
    operation: "Update",
    apiVersion: object.apiVersion,
    time,
    fieldsType: "FieldsV1",
    fieldsV1: { "f:spec": Object.fromEntries(changed.map((field) => [`f:${field}`, {}])) },
  };
  const metadata = {
    ...object.metadata,
    managedFields: [...(Array.isArray(managedFields) ? managedFields : []), entry],
  };
  return { now, written: { operation: "UPDATE", object: { ...object, metadata }, oldObject }, hasClock: true };
}

/** An update of an object for which kube-apiserver does not track managedFields. */
export interface UntrackedWrite extends StampedWrite {
  /**
   * True if the write has the clock of the writer, which differs from the clock of kube-apiserver
   * by at most the allowance.
   */
  readonly isClockCorrect: boolean;
}

/**
 * Returns an update without managedFields. The new renewTime is then the clock, which can be behind
 * by the allowance `skewMs`. If the latest time by this clock is before the previous renewTime, or
 * if the write sets no renewTime, the write has no clock. `now` is then the real time.
 */
export function untracked(
  change: Extract<Change<Draft>, { operation: "UPDATE" }>,
  at: Date,
  skewMs: number,
): UntrackedWrite {
  const [object, oldObject] = [withoutManagedFields(change.object), withoutManagedFields(change.oldObject)];
  const written = { ...change, object, oldObject };
  const [renewed, before] = [renewTimeOf(object), renewTimeOf(oldObject)];
  const latest = renewed === undefined || isSameTime(renewed, before) ? Number.NaN : microTimeMs(renewed) + skewMs;
  if (Number.isNaN(latest) || (before !== undefined && latest < microTimeMs(before)))
    return { now: stamped(change, at).now, written, hasClock: false, isClockCorrect: false };
  return {
    now: new Date(latest),
    written,
    hasClock: true,
    isClockCorrect: Math.abs(latest - skewMs - at.getTime()) <= skewMs,
  };
}

function withoutManagedFields(object: Draft): Draft {
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...withoutZeroTimes(object), metadata: metadata as Draft["metadata"] };
}

function isSameTime(time: string, other: string | undefined): boolean {
  return other !== undefined && compareMicroTimes(time, other) === 0;
}

/** Returns the update with the time `at` as the new renewTime. */
export function renewedAt(
  change: Extract<Change<Draft>, { operation: "UPDATE" }>,
  at: Date,
): Extract<Change<Draft>, { operation: "UPDATE" }> {
  const renewTime = `${at.toISOString().slice(0, -1)}000Z`;
  return { ...change, object: { ...change.object, spec: { ...change.object.spec, renewTime } } };
}

function renewTimeOf({ spec }: Draft): string | undefined {
  const renewTime: unknown = spec?.["renewTime"];
  return typeof renewTime === "string" && isMicroTime(renewTime) ? renewTime : undefined;
}

/** Replaces each time that is the first moment of the year 1 with null, as kube-apiserver does. */
function withoutZeroTimes(object: Draft): Draft {
  const entries = Object.entries(object.spec ?? {}).map(
    ([key, value]) => [key, isZeroTime(value) ? null : value] as const,
  );
  return { ...object, spec: Object.fromEntries(entries) };
}

function isZeroTime(value: unknown): boolean {
  return (
    typeof value === "string" && isMicroTime(value) && compareMicroTimes(value, "0001-01-01T00:00:00.000000Z") === 0
  );
}

/** Reports whether Go's encoder writes a value. The encoder omits null and empty lists. */
function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
}

function isDifferent(value: unknown, before: unknown): boolean {
  return JSON.stringify(value) !== JSON.stringify(before);
}
