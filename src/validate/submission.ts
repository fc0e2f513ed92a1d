import type { AdmissionRequest } from "../api/admission.ts";
import { goString, metadataOf, property } from "../api/json-object.ts";
import type { ServedVersion } from "../api/served-versions.ts";
import { boundTokenExtra } from "../api/user-extra.ts";
import type { FieldPath } from "../field/path.ts";
import { failed, ok, type Result } from "../field/result.ts";
import type { Change, ChangeOperation, Context } from "../rules/rule.ts";
import type { Position } from "../text/position.ts";

/**
 * One write to validate. Every source of writes creates submissions. `Validate` reads all fields
 * except `place`.
 */
export interface Submission {
  readonly served: ServedVersion;
  /**
   * The change as submitted. Its objects can have any value, and the schema check finds objects
   * that do not decode.
   */
  readonly change: Change<unknown>;
  readonly context: Context;
  /**
   * The place of the object, from which reports print positions. Undefined if the write does not
   * come from a text.
   */
  readonly place?: ObjectPlace;
}

/** The place of the submitted object in a text. */
export interface ObjectPlace {
  readonly file: string;
  /**
   * The position of the object. Undefined if only `locate([])` can find the position, which takes
   * time.
   */
  readonly start?: Position;
  /** Returns the position of a field's value, or of the nearest ancestor of the field. */
  readonly locate: (field: FieldPath) => Position;
}

/** The facts of a write in addition to its objects, as in AdmissionRequest. */
type Circumstances = { readonly [K in "userInfo" | "dryRun"]?: AdmissionRequest[K] | undefined };

/**
 * Returns the context of a write. By default, the user is unknown and the write is not a dry run.
 */
export function toContext({ userInfo, dryRun }: Circumstances, now: Date): Context {
  const { username, groups, extra } = userInfo ?? {};
  const user = { username: goString(username), groups: groups?.map(goString) ?? [], extra: boundTokenExtra(extra) };
  return { now, user, dryRun: dryRun ?? false };
}

type ChangeBy<O extends ChangeOperation> = Extract<Change<object>, { readonly operation: O }>;

/** Returns the create of an object as a client submits the object. */
export function createOf(object: object): ChangeBy<"CREATE"> {
  return { operation: "CREATE", object };
}

/** Returns an update with two complete objects, as kube-apiserver sends an update to a webhook. */
export function updateOf(object: object, oldObject: object): ChangeBy<"UPDATE"> {
  return { operation: "UPDATE", object, oldObject };
}

/**
 * Returns an update as it reaches a webhook, from the object that a client submits. kube-apiserver
 * completes this object before it calls the webhook.
 */
export function clientUpdateOf(object: object, oldObject: object): ChangeBy<"UPDATE"> {
  return updateOf(withStoredFields(object, oldObject), inVersionOf(object, oldObject));
}

/** Returns the delete of a stored object. */
export function deleteOf(oldObject: object): ChangeBy<"DELETE"> {
  return { operation: "DELETE", oldObject };
}

/**
 * Returns the operation of a write. Without an explicit operation, a write with an old object is an
 * update, and any other write is a create.
 */
export function operationOf(operation: ChangeOperation | undefined, oldObject: object | undefined): ChangeOperation {
  return operation ?? (oldObject === undefined ? "CREATE" : "UPDATE");
}

/**
 * Returns the change that a client requests with an object, as the change reaches a webhook. A
 * DELETE removes the stored object if it is known, and otherwise `object`. The error is the name of
 * the object that is missing.
 */
export function clientChangeOf(
  operation: ChangeOperation | undefined,
  object: object,
  oldObject: object | undefined,
): Result<Change<object>, "oldObject"> {
  switch (operationOf(operation, oldObject)) {
    case "CREATE":
      return ok(createOf(object));
    case "UPDATE":
      return oldObject === undefined ? failed("oldObject") : ok(clientUpdateOf(object, oldObject));
    case "DELETE":
      return ok(deleteOf(oldObject ?? object));
  }
}

/**
 * The fields that kube-apiserver takes from the stored object even if the client sends other
 * values.
 */
const restored = ["creationTimestamp", "deletionTimestamp", "generation"];

/** The fields that kube-apiserver takes from the stored object if the client omits them. */
const filledIn = ["uid", "deletionGracePeriodSeconds", "managedFields"];

/**
 * Returns the stored object in the version of the new one. Rules compare only fields that all
 * versions have.
 */
function inVersionOf(object: object, oldObject: object): object {
  return { ...oldObject, apiVersion: property(object, "apiVersion") };
}

/**
 * Returns the object of an update as it reaches admission. `rest.BeforeUpdate` in k8s.io/apiserver
 * restores the fields that the server sets. kubectl sends the resourceVersion that kubectl read.
 */
function withStoredFields(object: object, oldObject: object): object {
  const [metadata, stored] = [metadataOf(object), metadataOf(oldObject)];
  if (metadata === undefined || stored === undefined) return object;
  const kept = restored.filter((name) => stored[name] !== undefined).map((name) => [name, stored[name]]);
  const filled = filledIn.filter((name) => !metadata[name] && stored[name] !== undefined).map((name) => [name, stored[name]]);
  // Every stored object has a resourceVersion. "1" is the value for a stored object from a
  // manifest.
  const resourceVersion = metadata["resourceVersion"] || stored["resourceVersion"] || "1";
  return { ...object, metadata: { ...metadata, ...Object.fromEntries([...kept, ...filled]), resourceVersion } };
}
