import { fieldAt, textAt } from "../api/fields.ts";
import { metadataOf, property } from "../api/json-object.ts";
import { referenceTo } from "../api/reference-to.ts";
import { servedVersionOf } from "../api/served-versions.ts";
import type { ObjectReference } from "../field/object-reference.ts";
import { listedValues } from "../manifest/objects.ts";
import { minuteMs } from "../text/duration.ts";
import { isMicroTime, microTimeMs, parseTime } from "../text/time.ts";
import type { ViewedObject } from "../validate/view.ts";

/** The name and the namespace of a pod or a node. */
export type NamedObject = Pick<ObjectReference, "namespace" | "name">;

/** The objects in files with the output of `kubectl get -o json`. */
export interface Dump {
  readonly objects: readonly ViewedObject[];
  /** The running pods. If the files contain no pod, the value is undefined. */
  readonly pods: readonly NamedObject[] | undefined;
  /** The nodes. If the files contain no node, the value is undefined. */
  readonly nodes: readonly NamedObject[] | undefined;
  /**
   * The estimated time at which the objects were read. See `timeOfRead`. If no object has a time,
   * the value is undefined.
   */
  readonly at: Date | undefined;
}

/** Finds the Leases, LeaseCandidates, pods, and nodes in the documents of files. */
export function dumpOf(documents: readonly unknown[]): Dump {
  const objects: ViewedObject[] = [];
  const others = { Pod: [] as object[], Node: [] as object[] };
  for (const { value } of documents.flatMap((document) => listedValues(document))) {
    if (typeof value !== "object" || value === null) continue;
    const served = servedVersionOf(value);
    const kind = property(value, "kind");
    if (served !== undefined) objects.push({ served, object: value });
    else if (property(value, "apiVersion") === "v1" && (kind === "Pod" || kind === "Node")) others[kind].push(value);
  }
  const at = timeOfRead([...objects.map(({ object }) => object), ...others.Pod, ...others.Node]);
  return {
    objects,
    at: at === undefined ? undefined : new Date(at),
    pods: others.Pod.length === 0 ? undefined : others.Pod.filter(isRunning).map(nameOf),
    nodes: others.Node.length === 0 ? undefined : others.Node.map(nameOf),
  };
}

/** The phase of a running pod. */
export const runningPhase = "Running";

/** Reports whether a pod runs. A pod without a phase counts as running. */
function isRunning(pod: object): boolean {
  const phase = fieldAt(pod, "status", "phase");
  return phase === undefined || phase === runningPhase;
}

/** Returns the name and the namespace of an object. An absent string is "". */
export function nameOf(object: unknown): NamedObject {
  const { namespace, name } = referenceTo("", object);
  return { namespace, name };
}

/** Another renewal at most this many milliseconds before a renewTime confirms the renewTime. */
const confirmedMs: number = 5 * minuteMs;

/**
 * Estimates the time at which objects were read, in milliseconds since 1970. The result is the
 * newest time that an API server set. If the objects have no managedFields, which kubectl hides,
 * the newest renewTime that another object confirms also counts. If no other renewal confirms a
 * renewTime, the newest renewTime counts. Returns undefined if no object has a time.
 */
export function timeOfRead(objects: readonly object[]): number | undefined {
  const stamps = objects.flatMap(stampsOf);
  const managed = objects.some((object) => managedTimes(object).length > 0);
  const renewals = managed ? [] : confirmed(objects.flatMap(renewalOf));
  const times = [...stamps, ...renewals];
  return times.length === 0 ? undefined : times.reduce((a, b) => Math.max(a, b));
}

function stampsOf(object: object): readonly number[] {
  const created = parseTime(textAt(object, "metadata", "creationTimestamp"))?.getTime();
  return created === undefined ? managedTimes(object) : [created, ...managedTimes(object)];
}

function managedTimes(object: object): readonly number[] {
  const entries = metadataOf(object)?.["managedFields"];
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry: unknown) => parseTime(textAt(entry, "time"))?.getTime() ?? []);
}

function renewalOf(object: object): readonly number[] {
  const time = textAt(object, "spec", "renewTime");
  return isMicroTime(time) ? [microTimeMs(time)] : [];
}

/**
 * Returns a list with the newest confirmed time. If no time is confirmed, the list contains the
 * newest time, if there is one.
 */
function confirmed(times: readonly number[]): readonly number[] {
  const ordered = times.toSorted((a, b) => b - a);
  const found = ordered.find((time, index) => time - (ordered[index + 1] ?? Number.NEGATIVE_INFINITY) <= confirmedMs);
  return [found ?? ordered[0] ?? []].flat();
}
