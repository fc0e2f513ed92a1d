import type { SubmittedUser } from "../core/api/admission.ts";
import { fieldAt, referenceTo, textAt, textsAt } from "../core/api/fields.ts";
import { isJsonObject, property } from "../core/api/json-object.ts";
import { isOfApiGroup } from "../core/api/meta.ts";
import { coordinationGroup, type ServedVersion, servedVersions } from "../core/api/served-versions.ts";
import { boundTokenKeys, extraValue, podNameKey, podUidKey } from "../core/api/user-extra.ts";
import { failed, ok, type Result } from "../core/field/result.ts";
import { parseTime } from "../core/text/time.ts";
import { toContext } from "../engine/validate/submission.ts";
import type { ChangeOperation, Context } from "../rules/rule.ts";
import { serviceAccountPrefix } from "../rules/shared/identities.ts";

/**
 * The level of an audit event, which decides how much of a write the event contains. An event of
 * level `Metadata` contains no object.
 */
export type AuditLevel = "Metadata" | "Request" | "RequestResponse";

export interface AuditedWrite {
  readonly level: AuditLevel;
  readonly served: ServedVersion;
  readonly operation: ChangeOperation;
  /** True for a patch, with which the client sends only the fields to change. */
  readonly isPatch: boolean;
  readonly namespace: string;
  readonly name: string;
  readonly context: Context;
  /** The object as the client sent it. */
  readonly sent: object | undefined;
  /** The object after the write, or undefined if the event does not contain it. */
  readonly stored: object | undefined;
}

/** A request for Leases in an audit log, of any verb and with any result. */
export interface LeaseRequest {
  readonly time: Date;
  readonly verb: string;
  readonly namespace: string;
  /** The value is "" for a request about several Leases. */
  readonly name: string;
  readonly isAccepted: boolean;
  readonly username: string;
  /** The UID of the pod that sent the request, if its token is bound to the pod. */
  readonly podUid: string | undefined;
}

/**
 * A request in an audit log: any request for Leases, and the requests of service accounts for all
 * resources.
 */
export interface AuditedRequest extends LeaseRequest {
  /** The resource with its group and its subresource, such as `widgets.example.com/status`. */
  readonly resource: string;
  /** The HTTP status code of the response, or 0 if the event contains none. */
  readonly status: number;
  readonly dryRun: boolean;
  /** The name of the pod that sent the request, if its token is bound to the pod. */
  readonly pod: string | undefined;
}

/** The resource of a request for Leases. */
export const leaseResource: string = `leases.${coordinationGroup}`;

/** Reports whether a value is an audit event. The items of an EventList have no kind. */
export function isAuditEvent(value: unknown): boolean {
  if (property(value, "kind") !== undefined)
    return property(value, "kind") === "Event" && isOfApiGroup(value, "audit.k8s.io");
  return ["auditID", "stage", "verb"].every((name) => typeof property(value, name) === "string");
}

const operations: Readonly<Record<string, ChangeOperation>> = {
  create: "CREATE",
  update: "UPDATE",
  patch: "UPDATE",
  delete: "DELETE",
  deletecollection: "DELETE",
};

/**
 * Reads an audit event. Returns undefined for an event that is not the end of a successful write of
 * a Lease or a LeaseCandidate in a known API version. Fails if such an event has no valid time.
 */
export function readAuditEvent(event: unknown): Result<AuditedWrite | undefined, string> {
  const reference = property(event, "objectRef");
  const verb = textAt(event, "verb");
  const operation = operations[verb];
  const served = servedOf(reference);
  const code = fieldAt(event, "responseStatus", "code");
  const failedWrite = typeof code !== "number" || code >= 300;
  if (operation === undefined || served === undefined || property(event, "stage") !== "ResponseComplete" || failedWrite)
    return ok(undefined);
  const time = parseTime(textAt(event, "requestReceivedTimestamp"));
  if (time === undefined) return failed("must have the time requestReceivedTimestamp");
  const [sent, stored] = ["requestObject", "responseObject"].map((name) => objectIn(event, name, served));
  const name = textAt(reference, "name") || referenceTo("", stored ?? sent).name;
  // A delete can also set dryRun in its DeleteOptions.
  const inBody = operation === "DELETE" && textsAt(event, "requestObject", "dryRun").includes("All");
  const dryRun = inBody || isDryRun(event);
  return ok({
    level: levelOf(event),
    served,
    operation: verb === "patch" && stored !== undefined && isCreated(code) ? "CREATE" : operation,
    isPatch: verb === "patch",
    namespace: textAt(reference, "namespace"),
    name,
    context: toContext({ userInfo: userOf(event), dryRun }, time),
    sent: verb === "patch" ? undefined : sent,
    stored,
  });
}

/**
 * Returns the request that an audit event describes. Returns undefined for the events of other
 * users about other resources than Leases. An event of level `Metadata` is sufficient.
 */
export function requestOf(event: unknown): AuditedRequest | undefined {
  const reference = property(event, "objectRef");
  const isLease = servedOf(reference)?.gvk.kind === "Lease";
  const [verb, stage] = [textAt(event, "verb"), textAt(event, "stage")];
  // A watch is complete only when it ends, which can be minutes after the request.
  const isWatch = verb === "watch";
  const isDone = stage === "ResponseComplete" || (isWatch && stage === "ResponseStarted");
  if (!isDone || (!isLease && !isOfAccount(event))) return undefined;
  const time = parseTime(textAt(event, isWatch ? "stageTimestamp" : "requestReceivedTimestamp"));
  if (time === undefined) return undefined;
  const code = fieldAt(event, "responseStatus", "code");
  const { username, extra } = userOf(event);
  return {
    time,
    verb,
    resource: isLease ? leaseResource : resourceIn(reference),
    namespace: textAt(reference, "namespace"),
    name: textAt(reference, "name"),
    isAccepted: typeof code === "number" && code < 300,
    status: typeof code === "number" ? code : 0,
    dryRun: isDryRun(event),
    username: username ?? "",
    pod: extraValue(extra, podNameKey),
    podUid: extraValue(extra, podUidKey),
  };
}

function isOfAccount(event: unknown): boolean {
  const username = textAt(property(event, "impersonatedUser") ?? property(event, "user"), "username");
  return username.startsWith(serviceAccountPrefix);
}

function resourceIn(reference: unknown): string {
  const [group, subresource] = [textAt(reference, "apiGroup"), textAt(reference, "subresource")];
  return [textAt(reference, "resource"), group && `.${group}`, subresource && `/${subresource}`].join("");
}

function isDryRun(event: unknown): boolean {
  return /[?&]dryRun=All(?:&|$)/.test(textAt(event, "requestURI"));
}

/** Returns the user of an event, or the impersonated user. */
function userOf(event: unknown): SubmittedUser {
  const user = property(event, "impersonatedUser") ?? property(event, "user");
  const entries = boundTokenKeys.map((key) => [key, textsAt(user, "extra", key)] as const);
  const extra = Object.fromEntries(entries.filter(([, values]) => values.length > 0));
  return { username: textAt(user, "username"), groups: textsAt(user, "groups"), extra };
}

/** Reports whether a status code shows that a server-side apply created the object. */
function isCreated(code: unknown): boolean {
  return code === 201;
}

function levelOf(event: unknown): AuditLevel {
  const level = textAt(event, "level");
  return level === "Request" || level === "RequestResponse" ? level : "Metadata";
}

function servedOf(reference: unknown): ServedVersion | undefined {
  if (textAt(reference, "apiGroup") !== coordinationGroup || textAt(reference, "subresource") !== "") return undefined;
  const [resource, version] = [textAt(reference, "resource"), textAt(reference, "apiVersion")];
  return servedVersions.find((served) => served.resource === resource && served.gvk.version === version);
}

/**
 * Returns the object in a field of an event, or undefined if the field contains no object of the
 * kind. For a delete, the field usually contains a Status or DeleteOptions.
 */
function objectIn(event: unknown, name: string, served: ServedVersion): object | undefined {
  const object = property(event, name);
  return isJsonObject(object) && object["kind"] === served.gvk.kind ? object : undefined;
}
