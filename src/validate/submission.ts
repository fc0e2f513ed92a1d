import type { AdmissionRequest } from "../api/admission.ts";
import { goString, metadataOf, property } from "../api/json-object.ts";
import type { ServedVersion } from "../api/served-versions.ts";
import { boundTokenExtra } from "../api/user-extra.ts";
import type { FieldPath } from "../field/path.ts";
import { failed, ok, type Result } from "../field/result.ts";
import type { Change, ChangeOperation, Context } from "../rules/rule.ts";
import type { Position } from "../text/position.ts";

/** One write to validate: every source makes it, and `Validate` reads all of it except `place`. */
export interface Submission {
  readonly served: ServedVersion;
  /** The objects can hold any value; the schema finds those that do not decode. */
  readonly change: Change<unknown>;
  readonly context: Context;
  /**
   * Only sinks read it, to print positions. Absent if the write was not read from a text.
   */
  readonly place?: ObjectPlace;
}

/** Where the submitted object is in a text. */
export interface ObjectPlace {
  readonly file: string;
  /** The position of the object; absent if only `locate([])`, which takes time, finds it. */
  readonly start?: Position;
  /** The position of a field's value, or of its nearest ancestor. */
  readonly locate: (field: FieldPath) => Position;
}

/** The facts of a write next to its objects, as AdmissionRequest has them. */
type Circumstances = { readonly [K in "userInfo" | "dryRun"]?: AdmissionRequest[K] | undefined };

/** The context of a write; by default, the user is unknown and the write is not a dry run. */
export function toContext({ userInfo, dryRun }: Circumstances, now: Date): Context {
  const { username, groups, extra } = userInfo ?? {};
  const user = { username: goString(username), groups: groups?.map(goString) ?? [], extra: boundTokenExtra(extra) };
  return { now, user, dryRun: dryRun ?? false };
}

type ChangeOf<O extends ChangeOperation> = Extract<Change<object>, { readonly operation: O }>;

/** A create of an object as a client submits it. */
export function createOf(object: object): ChangeOf<"CREATE"> {
  return { operation: "CREATE", object };
}

/** An update with both objects complete, as kube-apiserver sends it to a webhook. */
export function updateOf(object: object, oldObject: object): ChangeOf<"UPDATE"> {
  return { operation: "UPDATE", object, oldObject };
}

/**
 * An update as a client submits it: kube-apiserver completes the object before it calls a webhook.
 */
export function clientUpdateOf(object: object, oldObject: object): ChangeOf<"UPDATE"> {
  return updateOf(withStoredFields(object, oldObject), inVersionOf(object, oldObject));
}

/** A delete of a stored object. */
export function deleteOf(oldObject: object): ChangeOf<"DELETE"> {
  return { operation: "DELETE", oldObject };
}

/** The operation of a write that names none: an update if there is an old object, else a create. */
export function operationOf(operation: ChangeOperation | undefined, oldObject: object | undefined): ChangeOperation {
  return operation ?? (oldObject === undefined ? "CREATE" : "UPDATE");
}

/**
 * The change that a client requests with an object, as it reaches a webhook. A DELETE removes the
 * stored object if it is known, otherwise the object. The error names the object that is missing.
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

/** Fields that kube-apiserver takes from the stored object, whatever the client sends. */
const restored = ["creationTimestamp", "deletionTimestamp", "generation"];

/** Fields that kube-apiserver takes from the stored object if the client leaves them out. */
const filledIn = ["uid", "deletionGracePeriodSeconds", "managedFields"];

/**
 * The stored object in the version of the new one; rules compare only fields that all versions
 * have.
 */
function inVersionOf(object: object, oldObject: object): object {
  return { ...oldObject, apiVersion: property(object, "apiVersion") };
}

/**
 * The object as an update of a stored one reaches admission: `rest.BeforeUpdate` in
 * k8s.io/apiserver restores the server's fields, and kubectl sends the resourceVersion that it has
 * read.
 */
function withStoredFields(object: object, oldObject: object): object {
  const [metadata, stored] = [metadataOf(object), metadataOf(oldObject)];
  if (metadata === undefined || stored === undefined) return object;
  const kept = restored.filter((name) => stored[name] !== undefined).map((name) => [name, stored[name]]);
  const filled = filledIn.filter((name) => !metadata[name] && stored[name] !== undefined).map((name) => [name, stored[name]]);
  // Every stored object has a resourceVersion; a manifest stands in for one.
  const resourceVersion = metadata["resourceVersion"] || stored["resourceVersion"] || "1";
  return { ...object, metadata: { ...metadata, ...Object.fromEntries([...kept, ...filled]), resourceVersion } };
}
