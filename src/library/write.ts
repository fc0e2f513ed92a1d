import { type ServedVersion, servedVersionOf } from "../api/served-versions.ts";
import { failed, ok, type Result } from "../field/result.ts";
import { inNamespace } from "../manifest/objects.ts";
import type { Change, ChangeOperation, UserInfo } from "../rules/rule.ts";
import { type KubernetesRelease, servedIn } from "../validate/kubernetes-release.ts";
import { clientChangeOf, operationOf, type Submission, toContext } from "../validate/submission.ts";

/**
 * The facts of a write next to its object; without any, it is a create by an unknown user at the
 * current time.
 */
export type Write = Circumstances & (Creation | Update | Deletion);

interface Circumstances {
  /** The user who writes; an absent name is "". */
  readonly user?: Partial<UserInfo>;
  /** The time of the write; the current time if absent. */
  readonly now?: Date;
}

interface Creation {
  readonly operation?: "CREATE";
  readonly oldObject?: undefined;
}

interface Update {
  readonly operation?: "UPDATE";
  /** The stored object that the write replaces. */
  readonly oldObject: object;
}

/** The object is the one to delete. */
interface Deletion {
  readonly operation: "DELETE";
  readonly oldObject?: undefined;
}

/** A mix of the three, which a program without types can pass. */
interface UntypedWrite {
  readonly operation?: ChangeOperation;
  readonly oldObject?: object | undefined;
}

/**
 * The submission of a write; the error says why lease-guard does not validate the object. Throws a
 * TypeError if object, oldObject and operation are not a write.
 */
export function toSubmission(object: object, write: Write, release: KubernetesRelease | undefined): Result<Submission, string> {
  const change = toChange(object, write);
  const served = versionIn(release, change.operation === "DELETE" ? change.oldObject : change.object);
  const { user, now = new Date() } = write;
  return served.ok ? ok({ served: served.value, change, context: toContext({ userInfo: user }, now) }) : served;
}

function versionIn(release: KubernetesRelease | undefined, object: object): Result<ServedVersion, string> {
  const { apiVersion, kind } = object as Readonly<Record<string, unknown>>;
  if (typeof apiVersion !== "string" || typeof kind !== "string") return failed("an object without apiVersion and kind is not validated");
  const served = servedVersionOf(object);
  if (served === undefined) return failed(`${kind} of ${apiVersion} is not validated`);
  if (release !== undefined && !servedIn(served, release)) return failed(`${kind} of ${apiVersion} is not served by Kubernetes ${release}`);
  return ok(served);
}

const operations: readonly unknown[] = ["CREATE", "UPDATE", "DELETE"] satisfies ChangeOperation[];

function toChange(object: object, { operation, oldObject }: UntypedWrite): Change<object> {
  const requested = operationOf(operation, oldObject);
  const sent = toWire(object, "the object");
  if (requested !== "UPDATE" && oldObject !== undefined) throw new TypeError(`oldObject must not be set if operation is ${requested}`);
  if (!operations.includes(requested)) throw new TypeError(`operation must be CREATE, UPDATE or DELETE, not ${String(requested)}`);
  const change = clientChangeOf(requested, sent, oldObject === undefined ? undefined : toWire(oldObject, "oldObject"));
  if (!change.ok) throw new TypeError(`${change.error} must be set if operation is ${requested}`);
  return change.value;
}

/**
 * An object as a client sends it: dates as strings, nothing undefined, in the namespace `default`
 * if it names none. Throws a TypeError if the value is not an object.
 */
function toWire(object: object, name: string): object {
  const sent: unknown = JSON.parse(toJson(object, name));
  if (Array.isArray(sent)) throw new TypeError(`${name} must be one object, not a list`);
  return inNamespace(sent as object, "default");
}

/** Throws a TypeError for a value without JSON, or whose JSON is not an object. */
export function toJson(object: object, name: string): string {
  const json = JSON.stringify(object) as string | undefined;
  if (json?.startsWith("{") || json?.startsWith("[")) return json;
  throw new TypeError(`${name} must be an object, not ${json ?? typeof object}`);
}
