import type { AdmissionRequest } from "../api/admission.ts";
import { metadataOf, property } from "../api/json-object.ts";

/** Matches the only form in which kube-apiserver writes `metav1.Time`: UTC, in whole seconds. */
const stampForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/**
 * The maximum number of managedFields entries that are compared. kube-apiserver keeps 10 entries
 * for updates and one for each field manager that applies.
 */
const maxEntries = 50;

/**
 * Returns the time at which kube-apiserver stamped a write, by its own clock. The time is in
 * milliseconds since 1970, rounded down to whole seconds. Returns undefined if the write has no
 * certain stamp.
 *
 * A create has its creationTimestamp, which clients cannot set. An update has the `time` of the
 * writer's entry in managedFields. Clients can change other entries, so this entry must be the only
 * new one. The write must also set another renewTime, because kube-apiserver always stamps the
 * entry of a manager that changes a field.
 */
export function writeStampMs({ operation, object, oldObject, dryRun }: AdmissionRequest): number | undefined {
  if (dryRun) return undefined;
  if (operation === "CREATE") return toMs(metadataOf(object)?.["creationTimestamp"]);
  if (operation !== "UPDATE" || !setsRenewTime(object, oldObject)) return undefined;
  return toMs(onlyNewTime(metadataOf(object)?.["managedFields"], metadataOf(oldObject)?.["managedFields"] ?? []));
}

function setsRenewTime(object: unknown, oldObject: unknown): boolean {
  const renewTime = property(property(object, "spec"), "renewTime");
  return typeof renewTime === "string" && renewTime !== property(property(oldObject, "spec"), "renewTime");
}

function onlyNewTime(entries: unknown, old: unknown): unknown {
  if (!Array.isArray(entries) || !Array.isArray(old) || entries.length > maxEntries || old.length > maxEntries) return undefined;
  let found: unknown;
  for (const entry of entries) {
    if (old.some((other) => isSameStamp(entry, other))) continue;
    if (found !== undefined) return undefined;
    found = entry;
  }
  return property(found, "time");
}

function isSameStamp(a: unknown, b: unknown): boolean {
  return (
    property(a, "time") === property(b, "time") &&
    property(a, "manager") === property(b, "manager") &&
    property(a, "operation") === property(b, "operation")
  );
}

function toMs(time: unknown): number | undefined {
  const ms = typeof time === "string" && stampForm.test(time) ? Date.parse(time) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}
