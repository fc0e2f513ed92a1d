import type { ServedVersion } from "../../../src/core/api/served-versions.ts";
import { withDecodableTimes } from "../../../src/engine/validate/decodable-times.ts";
import { toContext } from "../../../src/engine/validate/submission.ts";
import type { Validate } from "../../../src/engine/validate/validate.ts";
import { denials, warnings } from "../../../src/engine/validate/verdict.ts";
import type { Change, UserInfo } from "../../../src/rules/rule.ts";
import type { Draft } from "../../harness/objects.ts";
import { isPlainRenewal } from "../../harness/plain-renewal.ts";
import { serverFields } from "../../harness/server-fields.ts";
import type { Answer, Body } from "./api.ts";
import { emergencyWriter } from "./impersonation.ts";
import { type NoResult, noResult, rejectionOf } from "./no-result.ts";
import type { World } from "./world.ts";

/** A write that a test sends to a real API server as `user`. */
export interface LiveWrite<T extends object = Draft> {
  readonly served: ServedVersion;
  readonly change: Change<T>;
  readonly user: UserInfo;
}

/** The rules that deny a write, and the rules that warn about it. */
export interface Decision {
  readonly denied: readonly string[];
  readonly warned: readonly string[];
}

/**
 * A write that kube-apiserver itself accepts, and the decisions on it. `expected` is the decision
 * of the engine. `actual` is the decision of kube-apiserver, which reports only the first denial.
 */
export interface LiveResult {
  readonly write: LiveWrite<object>;
  readonly expected: Decision;
  readonly actual: Decision;
  /** The version of kube-apiserver. */
  readonly kubernetes: string;
}

/**
 * The time before and after a request in which the decision must not change, because managedFields
 * contains seconds.
 */
const marginMs = 1500;

/**
 * Sends a write and compares the response with the engine. An administrator whom the policies
 * exempt first sends the write as a dry run. The response is the object that kube-apiserver sends
 * to admission.
 */
export async function compareWrite(
  world: World,
  validate: Validate,
  { served, change, user }: LiveWrite,
): Promise<LiveResult | NoResult> {
  const send = (query: string, writer: UserInfo): Promise<Answer> => {
    const { method, path, body } = requestOf(served, change);
    return world.api.call(method, `${path}?fieldManager=writer${query}`, { body, writer });
  };
  const complete = await send("&dryRun=All", emergencyWriter);
  if (complete.status >= 400) return rejectionOf(complete, { served, change });
  const write = { served, change: withObject(change, complete.body), user };
  const now = Date.now();
  const response = await send("", user);
  if (response.status === 409) return noResult.conflict;
  const times = [now, now - marginMs, Date.now() + marginMs];
  const [expected = none, ...others] = times.map((time) => expectedOf(validate, write, new Date(time)));
  if (others.some((other) => JSON.stringify(other) !== JSON.stringify(expected))) return noResult.second;
  return { write, expected, actual: decisionOf(response), kubernetes: world.release.version };
}

const none: Decision = { denied: [], warned: [] };

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}

function requestOf(served: ServedVersion, change: Change<Draft>): Request {
  if (change.operation === "DELETE") return { method: "DELETE", path: livePath(served, change.oldObject) };
  const { metadata, ...object } = submitted(change.object);
  if (change.operation === "CREATE")
    return { method: "POST", path: livePath(served, change.object, true), body: { ...object, metadata } };
  const { resourceVersion } = change.oldObject.metadata;
  return {
    method: "PUT",
    path: livePath(served, change.oldObject),
    body: { ...object, metadata: { ...metadata, resourceVersion } },
  };
}

/** Returns the path of an object, or of all objects of its kind in its namespace. */
export function livePath(
  { gvk, resource }: ServedVersion,
  { metadata }: Pick<Draft, "metadata">,
  isCollection = false,
): string {
  const collection = `/apis/${gvk.group}/${gvk.version}/namespaces/${metadata["namespace"]}/${resource}`;
  return isCollection ? collection : `${collection}/${encodeURIComponent(String(metadata["name"]))}`;
}

/** Returns the object without the metadata that kube-apiserver sets. */
export function submitted({ metadata, ...object }: Draft): Draft {
  return {
    ...object,
    metadata: Object.fromEntries(Object.entries(metadata).filter(([key]) => !serverFields.includes(key))),
  };
}

/** As the webhook, the engine gets objects whose times decode. */
function withObject(change: Change<Draft>, object: Body): Change<object> {
  return change.operation === "DELETE" ? change : { ...change, object: withDecodableTimes(object) };
}

function expectedOf(validate: Validate, { served, change, user }: LiveWrite<object>, now: Date): Decision {
  // The policies skip plain renewals, as the base manifests do.
  if (served.gvk.kind === "Lease" && isPlainRenewal(change)) return none;
  const userInfo = { username: user.username, groups: [...user.groups], ...(user.extra && { extra: user.extra }) };
  const verdict = validate({ served, change, context: toContext({ userInfo }, now) });
  return { denied: origins(denials(verdict)), warned: origins(warnings(verdict)) };
}

function origins(findings: readonly { readonly origin: string }[]): readonly string[] {
  return [...new Set(findings.map(({ origin }) => origin))].sort();
}

/** Returns the decision of the policies. Throws if the write failed for another reason. */
function decisionOf({ status, body, warnings: texts }: Answer): Decision {
  const message = String(body.message ?? "");
  if (status >= 400 && !message.includes("ValidatingAdmissionPolicy"))
    throw new Error(`status ${status}: ${JSON.stringify(body)}`);
  const warned = texts.filter((text) => text.includes("ValidatingAdmissionPolicy")).map(ruleIn);
  return { denied: status >= 400 ? [ruleIn(message)] : [], warned: [...new Set(warned)].sort() };
}

/** Returns the rule at the end of a message of an exported policy. */
function ruleIn(message: string): string {
  return /\(([a-z-]+(?:\/[a-z0-9-]+)?)\)$/.exec(message)?.[1] ?? message;
}
