import type { AdmissionRequest } from "../core/api/admission.ts";
import { fieldAt } from "../core/api/fields.ts";
import { metadataOf, property } from "../core/api/json-object.ts";
import { stampPattern } from "../core/text/time.ts";

/**
 * The maximum number of managedFields entries that lease-guard compares. kube-apiserver keeps 10
 * entries for updates, and one entry for each field manager that uses server-side apply.
 */
const maxEntries = 50;

/**
 * Returns the time at which kube-apiserver received a write, by kube-apiserver's own clock. The
 * time is in milliseconds since 1970, rounded down to whole seconds. Returns undefined for a dry
 * run, or if it is not certain that the request contains this time.
 *
 * For a create, the time is creationTimestamp, which clients cannot set. For an update, the time is
 * the `time` of the writer's entry in managedFields. Clients can change other entries, so the
 * writer's entry must be the only new entry. The update must also change renewTime, because
 * kube-apiserver always sets `time` in the entry of a manager that changes a field.
 */
export function writeStampMs({ operation, object, oldObject, dryRun }: AdmissionRequest): number | undefined {
  if (dryRun) return undefined;
  if (operation === "CREATE") return toMs(metadataOf(object)?.["creationTimestamp"]);
  if (operation !== "UPDATE" || !setsRenewTime(object, oldObject)) return undefined;
  return toMs(onlyNewTime(metadataOf(object)?.["managedFields"], metadataOf(oldObject)?.["managedFields"] ?? []));
}

function setsRenewTime(object: unknown, oldObject: unknown): boolean {
  const renewTime = fieldAt(object, "spec", "renewTime");
  return typeof renewTime === "string" && renewTime !== fieldAt(oldObject, "spec", "renewTime");
}

function onlyNewTime(entries: unknown, old: unknown): unknown {
  if (!Array.isArray(entries) || !Array.isArray(old) || entries.length > maxEntries || old.length > maxEntries)
    return undefined;
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
  const ms = typeof time === "string" && stampPattern.test(time) ? Date.parse(time) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}
