import type { AdmissionRequest } from "../../core/api/admission.ts";
import { goString, metadataOf, property } from "../../core/api/json-object.ts";
import type { ServedVersion } from "../../core/api/served-versions.ts";
import { boundTokenExtra } from "../../core/api/user-extra.ts";
import type { FieldPath } from "../../core/field/path.ts";
import { failed, ok, type Result } from "../../core/field/result.ts";
import type { Position } from "../../core/text/position.ts";
import type { Change, ChangeOperation, Context } from "../../rules/rule.ts";
import { withDecodableTimes } from "./decodable-times.ts";

/** One write to validate. `Validate` reads all fields except `place`. */
export interface Submission {
  readonly served: ServedVersion;
  /**
   * The change as submitted. The objects can be any JSON values. The schema check reports objects
   * that do not decode.
   */
  readonly change: Change<unknown>;
  readonly context: Context;
  /**
   * The limit that the review of the write exceeds. The objects then have only the fields that
   * conditions of a policy match.
   */
  readonly excess?: Excess | undefined;
  /**
   * The position of the object in a file, for reports. If the write does not come from a file, the
   * value is undefined.
   */
  readonly place?: ObjectPlace;
}

export type LimitName = "bytes" | "depth" | "keys" | "values";

/** The limit that a review exceeds. lease-guard has not read the whole objects of such a review. */
export interface Excess {
  readonly limit: LimitName;
  readonly maximum: number;
  /**
   * Whether the write is an update that lowers the number which exceeds the limit, and does not
   * change `spec`.
   */
  readonly isRepair: boolean;
}

export interface PlacedSubmission extends Submission {
  readonly place: ObjectPlace;
}

export interface ObjectPlace {
  readonly file: string;
  /**
   * The position of the object, or undefined if the position is not computed yet. `locate([])`
   * computes the position, which takes time.
   */
  readonly start?: Position | undefined;
  /** Returns the position of a field's value, or of the nearest ancestor of the field. */
  readonly locate: (field: FieldPath) => Position;
}

/** The fields of AdmissionRequest about the writer and about dry runs. */
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

export function createOf(object: object): ChangeBy<"CREATE"> {
  return { operation: "CREATE", object };
}

/** Returns an update with two complete objects, as kube-apiserver sends an update to a webhook. */
export function updateOf(object: object, oldObject: object): ChangeBy<"UPDATE"> {
  return { operation: "UPDATE", object, oldObject: withDecodableTimes(oldObject) };
}

/**
 * Returns an update in the form in which kube-apiserver sends it to a webhook. `object` is the
 * object that the client submits. kube-apiserver completes this object before it calls the webhook.
 */
export function clientUpdateOf(object: object, oldObject: object): ChangeBy<"UPDATE"> {
  const stored = withDecodableTimes(oldObject);
  return updateOf(withStoredFields(object, stored), inVersionOf(object, stored));
}

export function deleteOf(oldObject: object): ChangeBy<"DELETE"> {
  return { operation: "DELETE", oldObject: withDecodableTimes(oldObject) };
}

/**
 * Returns the operation of a write. If `operation` is undefined, a write with an old object is an
 * update, and any other write is a create.
 */
export function operationOf(operation: ChangeOperation | undefined, oldObject: object | undefined): ChangeOperation {
  return operation ?? (oldObject === undefined ? "CREATE" : "UPDATE");
}

/**
 * Returns the change that a client requests, in the form that a webhook receives. A DELETE removes
 * `oldObject`, or `object` if `oldObject` is undefined. The error is the name of the missing
 * object.
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
 * The metadata fields that kube-apiserver takes from the stored object even if the client sends
 * other values.
 */
const restored = ["creationTimestamp", "deletionTimestamp", "generation"];

/**
 * The metadata fields that kube-apiserver takes from the stored object if the client omits them.
 */
const filledIn = ["uid", "deletionGracePeriodSeconds", "managedFields"];

/**
 * Returns the stored object with the `apiVersion` of the new object. No other field needs a
 * conversion, because no Kubernetes version serves two versions of a kind with different fields.
 */
function inVersionOf(object: object, oldObject: object): object {
  return { ...oldObject, apiVersion: property(object, "apiVersion") };
}

/**
 * Returns the object of an update in the form that a webhook receives. `rest.BeforeUpdate` in
 * k8s.io/apiserver restores the fields that the server sets. kubectl adds the resourceVersion of
 * the stored object.
 */
function withStoredFields(object: object, oldObject: object): object {
  const [metadata, stored] = [metadataOf(object), metadataOf(oldObject)];
  if (metadata === undefined || stored === undefined) return object;
  const kept = restored.filter((name) => stored[name] !== undefined).map((name) => [name, stored[name]]);
  const filled = filledIn
    .filter((name) => !metadata[name] && stored[name] !== undefined)
    .map((name) => [name, stored[name]]);
  // Every stored object has a resourceVersion. An old object from a manifest can lack this field.
  // In that case, the new object gets "1".
  const resourceVersion = metadata["resourceVersion"] || stored["resourceVersion"] || "1";
  return { ...object, metadata: { ...metadata, ...Object.fromEntries([...kept, ...filled]), resourceVersion } };
}
