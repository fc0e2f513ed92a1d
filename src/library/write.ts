import type { KubernetesVersion } from "../core/api/kubernetes-version.ts";
import { inNamespace, manifestObjects } from "../core/api/listed-objects.ts";
import { type ServedVersion, servedVersionOf } from "../core/api/served-versions.ts";
import { errorText } from "../core/field/error.ts";
import { failed, ok, type Result } from "../core/field/result.ts";
import { unvalidatedText } from "../engine/review/unvalidated.ts";
import { clientChangeOf, operationOf, type Submission, toContext } from "../engine/validate/submission.ts";
import { notServedFinding } from "../engine/validate/type-findings.ts";
import { type ViewedObject, viewAfter } from "../engine/validate/view.ts";
import { type Change, type ChangeOperation, changeOperations, objectOf, type UserInfo } from "../rules/rule.ts";

/** The properties that the writes of several objects share. */
export type CommonWrite = Pick<WriteFacts, "user" | "now">;

/**
 * The properties of a write in addition to its object. Without properties, a write is a create by
 * an unknown user at the current time.
 */
export type Write = WriteFacts & (Creation | Update | Deletion);

interface WriteFacts {
  /** The user who sends the write. An absent name counts as "". */
  readonly user?: Partial<UserInfo>;
  /** The time of the write. The default is the current time. */
  readonly now?: Date;
  /**
   * The other Leases and LeaseCandidates that exist at the time of the write. An item can also be a
   * List. Without this property, the relation rules report nothing. Objects of other kinds have no
   * effect.
   */
  readonly beside?: readonly object[];
}

interface Creation {
  readonly operation?: "CREATE";
  readonly oldObject?: undefined;
}

interface Update {
  readonly operation?: "UPDATE";
  /** The stored object that the update replaces. */
  readonly oldObject: object;
}

/** A delete. The argument `object` is the object to delete. */
interface Deletion {
  readonly operation: "DELETE";
  readonly oldObject?: undefined;
}

/**
 * The fields of a Creation, an Update, or a Deletion in any combination, because JavaScript code is
 * not type-checked.
 */
interface UntypedWrite {
  readonly operation?: ChangeOperation;
  readonly oldObject?: object | undefined;
}

/**
 * Converts a write to the form that the validation needs. The error states why lease-guard does not
 * validate the object. Throws a TypeError if `object`, `oldObject`, and `operation` do not fit
 * together, or if a value is not an object.
 */
export function toSubmission(
  object: object,
  write: Write,
  kubernetesVersion: KubernetesVersion | undefined,
): Result<Submission, string> {
  const change = toChange(object, write);
  const served = versionIn(kubernetesVersion, objectOf(change));
  if (!served.ok) return served;
  const { user, beside } = write;
  // JavaScript code can pass null as `now`.
  const now = write.now ?? new Date();
  const submission = { served: served.value, change, context: toContext({ userInfo: user }, now) };
  if (!beside) return ok(submission);
  const view = viewAfter(submission, beside.flatMap(toViewed));
  return ok({ ...submission, context: { ...submission.context, view } });
}

/** Returns the Leases and LeaseCandidates in a related object, which can be a List. */
function toViewed(object: object): readonly ViewedObject[] {
  const { objects } = manifestObjects(JSON.parse(toJson(object, "a related object")));
  return objects.map(({ served, object: found }) => ({ served, object: inNamespace(found) }));
}

function versionIn(kubernetesVersion: KubernetesVersion | undefined, object: object): Result<ServedVersion, string> {
  const fields = object as Readonly<Record<string, unknown>>;
  const served = servedVersionOf(object);
  if (served === undefined) {
    const { apiVersion, kind } = fields;
    const isTyped = typeof apiVersion === "string" && typeof kind === "string";
    return failed(`${isTyped ? `${kind} of ${apiVersion}` : "the object"} ${unvalidatedText(fields)}`);
  }
  const finding = kubernetesVersion === undefined ? undefined : notServedFinding(served, kubernetesVersion);
  return finding === undefined ? ok(served) : failed(errorText(finding));
}

function toChange(object: object, { operation, oldObject }: UntypedWrite): Change<object> {
  const requested = operationOf(operation, oldObject);
  const sent = toWire(object, "the object");
  if (requested !== "UPDATE" && oldObject !== undefined)
    throw new TypeError(`oldObject must not be set if operation is ${requested}`);
  if (!changeOperations.includes(requested))
    throw new TypeError(`operation must be one of ${changeOperations.join(", ")}, not ${String(requested)}`);
  const change = clientChangeOf(requested, sent, oldObject === undefined ? undefined : toWire(oldObject, "oldObject"));
  if (!change.ok) throw new TypeError(`${change.error} must be set if operation is ${requested}`);
  return change.value;
}

/**
 * Converts an object to the JSON that a client sends: dates become strings, and undefined fields
 * are absent. An object without a namespace gets the namespace `default`. Throws a TypeError if the
 * value is not an object.
 */
function toWire(object: object, name: string): object {
  const sent: unknown = JSON.parse(toJson(object, name));
  if (Array.isArray(sent)) throw new TypeError(`${name} must be one object, not a list`);
  return inNamespace(sent as object);
}

/**
 * Returns the JSON of an object or an array. Throws a TypeError if the value has no JSON form, or
 * if its JSON is neither an object nor an array.
 */
export function toJson(object: object, name: string): string {
  const json = JSON.stringify(object) as string | undefined;
  if (json?.startsWith("{") || json?.startsWith("[")) return json;
  throw new TypeError(`${name} must be an object, not ${json ?? typeof object}`);
}
