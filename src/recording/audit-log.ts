import { metadataOf } from "../core/api/json-object.ts";
import { apiVersionOf, versionNumber } from "../core/api/meta.ts";
import { referenceKey } from "../core/field/object-reference.ts";
import { withDecodableTimes } from "../engine/validate/decodable-times.ts";
import { createOf, deleteOf, type Submission, updateOf } from "../engine/validate/submission.ts";
import type { AuditedWrite } from "./audit-event.ts";
import { hubOf, type ObservedWrite, observe } from "./observed-write.ts";

/** The maximum number of objects whose last state the reader keeps. */
const maxObjects = 50_000;

/** The maximum size of one kept object, and of all kept objects, in bytes of JSON. */
const [maxObjectBytes, maxAllBytes] = [64 * 1024, 24 * 2 ** 20];

interface Stored {
  readonly objects: Map<string, { readonly object: object; readonly bytes: number }>;
  bytes: number;
}

/**
 * Returns a function that converts the writes of an audit log to observed writes. The writes must
 * be in the order of the log. An audit event does not contain the object before the write. The
 * function therefore keeps the object after the previous write, and uses it for a delete, and for
 * an update if `follows` is true.
 */
export function auditLogReader(): (write: AuditedWrite) => ObservedWrite {
  const stored: Stored = { objects: new Map(), bytes: 0 };
  return (write) => {
    const key = referenceKey({ ...write, kind: write.served.gvk.kind });
    const old = stored.objects.get(key)?.object;
    const object = write.stored ? withDecodableTimes(write.stored) : write.sent;
    if (!write.context.dryRun) remember(stored, key, write.operation === "DELETE" ? undefined : object);
    const submission = submissionOf(write, object, old);
    return submission === undefined ? partial(write, object) : named(observe(submission), write);
  };
}

/**
 * Keeps the last state of an object. Forgets the object if its state is too large. Then, its next
 * write is incomplete.
 */
function remember(stored: Stored, key: string, object: object | undefined): void {
  stored.bytes -= stored.objects.get(key)?.bytes ?? 0;
  stored.objects.delete(key);
  if (object === undefined || stored.objects.size >= maxObjects) return;
  const bytes = JSON.stringify(object).length;
  if (bytes > maxObjectBytes || stored.bytes + bytes > maxAllBytes) return;
  stored.objects.set(key, { object, bytes });
  stored.bytes += bytes;
}

/**
 * Returns the write as the webhook receives it, or undefined if the object before or after the
 * write is unknown.
 */
function submissionOf(
  write: AuditedWrite,
  object: object | undefined,
  old: object | undefined,
): Submission | undefined {
  const { operation, served, context } = write;
  if (operation === "DELETE") return old && { served, change: deleteOf(old), context };
  if (object === undefined) return undefined;
  if (operation === "CREATE") return { served, change: createOf(withVersion(object, undefined)), context };
  if (old === undefined || !follows(object, old, write)) return undefined;
  const apiVersion = { apiVersion: apiVersionOf(served.gvk) };
  return {
    served,
    change: updateOf({ ...withVersion(object, versionOf(old)), ...apiVersion }, { ...old, ...apiVersion }),
    context,
  };
}

/** Reports whether the remembered object `old` can be the state immediately before a write. */
function follows(object: object, old: object, { sent, stored }: AuditedWrite): boolean {
  const [before, submitted, after] = [versionOf(old), sent && versionOf(sent), versionOf(object)];
  if (submitted) return before === submitted;
  const [first, second] = [versionNumber(before ?? ""), versionNumber(after ?? "")];
  return stored !== undefined && first !== undefined && second !== undefined && first <= second;
}

function versionOf(object: object): string | undefined {
  const version = metadataOf(object)?.["resourceVersion"];
  return typeof version === "string" ? version : undefined;
}

function withVersion(object: object, resourceVersion: string | undefined): object {
  const { resourceVersion: _, ...metadata } = metadataOf(object) ?? {};
  return { ...object, metadata: { ...metadata, ...(resourceVersion !== undefined && { resourceVersion }) } };
}

/** Returns the observed write of an event that does not show the whole write. */
function partial(
  { served, operation, namespace, name, context }: AuditedWrite,
  object: object | undefined,
): ObservedWrite {
  const hub = operation === "DELETE" || object === undefined ? undefined : hubOf(served, object);
  const { now: time, user, dryRun } = context;
  return {
    time,
    kind: served.gvk.kind,
    namespace,
    name,
    operation,
    user,
    object: hub,
    oldObject: undefined,
    isStored: !dryRun,
    submission: undefined,
  };
}

/**
 * Sets the namespace and the name from the event, because the object that the client sent can lack
 * them. An audit log contains only writes that succeeded.
 */
function named(observed: ObservedWrite, { namespace, name, context }: AuditedWrite): ObservedWrite {
  return { ...observed, namespace, name, isStored: !context.dryRun };
}
